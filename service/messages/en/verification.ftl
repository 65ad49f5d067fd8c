## Checking a bundle
verify-title = Check a bundle
verify-help = Give a bundle as it was handed out (.zip). Every file is compared with the list inside and the signature, and the numbers are computed again from the games and the engine's answers. Nothing is kept.
verify-file = Bundle
verify-limit = One file of up to { $size } MiB.
verify-public = Public key of whoever signed it, if you have it from elsewhere
verify-button = Check
verify-holds = Everything holds.
verify-own = It is signed with the key of this server.
verify-given = It is signed with the key that you gave.
verify-inside = It is signed with a key that came with it. That shows only that nothing was changed since; ask whoever signed it for the key by another way.
verify-unsigned = It is not signed, so nothing shows who made it.
verify-fails = Something does not hold. Do not rely on this bundle; the list says what is wrong.
verify-recomputed = The numbers were computed again and are the same.
verify-not-recomputed = The numbers were not computed again:
verify-findings = What was looked at
refused-bundle = This is no bundle that can be opened:
refused-public = This is no public key.
