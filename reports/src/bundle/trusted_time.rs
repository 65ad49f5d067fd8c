//! Time stamps by RFC 3161: the signed word of a time-stamping authority that a signature existed at a time.
//!
//! A signature names its own time, and whoever holds the key could name another. The authority sees the SHA-256 of the signature and
//! nothing else. A request has no nonce: the signature is fresh by itself, and so the same signature gives the same request.
//!
//! Checked are the steps of RFC 3161, section 2.4.2, and RFC 5652, section 5.6, and the chain of certificates at the time of the
//! stamp. Whether a certificate was revoked is not: that needs a network. This module opens no connection.

use cms::cert::CertificateChoices;
use cms::content_info::ContentInfo;
use cms::signed_data::{SignedData, SignerIdentifier, SignerInfo};
use der::asn1::{Any, AnyRef, GeneralizedTime, ObjectIdentifier, OctetString};
use der::{Decode, Encode, Reader, Sequence, SliceReader, Tag, Tagged};
use ring::digest;
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, SignatureVerificationAlgorithm, UnixTime};
use webpki::{EndEntityCert, KeyUsage, anchor_from_trusted_cert, ring as algorithms};

use super::error::refused;
use super::{BundleError, Finding, Timestamp, Trust};

/// Bytes of an answer at most. Written ones have a few thousand.
pub const MAX_ANSWER: u64 = 1 << 16;

const SHA_256: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1");
const SHA_384: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.2");
const SHA_512: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.3");
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
const TST_INFO: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");
/// The certificate of the signer by its hash: SHA-1 (RFC 2634), and any (RFC 5035).
const SIGNING_CERTIFICATE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.12");
const SIGNING_CERTIFICATE_V2: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.47");
/// The extended key usage `timeStamping`, 1.3.6.1.5.5.7.3.8, without tag and length.
const TIME_STAMPING: &[u8] = &[0x2b, 6, 1, 5, 5, 7, 3, 8];

static ALGORITHMS: [&dyn SignatureVerificationAlgorithm; 10] = [
    algorithms::ECDSA_P256_SHA256,
    algorithms::ECDSA_P256_SHA384,
    algorithms::ECDSA_P384_SHA256,
    algorithms::ECDSA_P384_SHA384,
    algorithms::ED25519,
    algorithms::RSA_PKCS1_2048_8192_SHA256,
    algorithms::RSA_PKCS1_2048_8192_SHA384,
    algorithms::RSA_PKCS1_2048_8192_SHA512,
    algorithms::RSA_PSS_2048_8192_SHA256_LEGACY_KEY,
    algorithms::RSA_PSS_2048_8192_SHA512_LEGACY_KEY,
];

#[derive(Sequence)]
struct Algorithm {
    oid: ObjectIdentifier,
    #[asn1(optional = "true")]
    parameters: Option<Any>,
}

/// Which bytes a stamp is for.
#[derive(Sequence)]
struct Imprint {
    algorithm: Algorithm,
    hash: OctetString,
}

#[derive(Sequence)]
struct Request {
    version: u8,
    imprint: Imprint,
    /// The answer is to bring the authority's certificates.
    certificates: bool,
}

#[derive(Sequence)]
struct Response {
    /// The number of a status and perhaps words.
    status: Any,
    #[asn1(optional = "true")]
    token: Option<ContentInfo>,
}

/// Certificates of authorities that the reader trusts, from a PEM file.
///
/// # Errors
/// If the file cannot be read or holds no certificate.
pub fn authorities(path: &std::path::Path) -> Result<Vec<CertificateDer<'static>>, BundleError> {
    let bytes = std::fs::read(path).map_err(|source| BundleError::Io { path: path.to_owned(), source })?;
    match CertificateDer::pem_slice_iter(&bytes).collect::<Result<Vec<_>, _>>() {
        Ok(found) if !found.is_empty() => Ok(found),
        _ => refused(format!("{} holds no certificate in the form of PEM", path.display())),
    }
}

/// The request (`.tsq`) for a time stamp of a signature's file.
///
/// # Errors
/// If the request cannot be encoded.
pub fn request(signature: &[u8]) -> Result<Vec<u8>, BundleError> {
    let hash = digest::digest(&digest::SHA256, signature);
    let hash = OctetString::new(hash.as_ref()).map_err(unreadable)?;
    let algorithm = Algorithm { oid: SHA_256, parameters: Some(Any::null()) };
    Request { version: 1, imprint: Imprint { algorithm, hash }, certificates: true }
        .to_der()
        .map_err(unreadable)
}

/// Checks the answer (`.tsr`) of an authority for a signature's file, with the authorities that the reader trusts, if any.
pub fn check(answer: &[u8], signature: &[u8], authorities: &[CertificateDer<'_>]) -> Finding {
    stamped(answer, signature, authorities)
        .unwrap_or_else(|error| Finding::TimeStampBad { reason: crate::visible(&error.to_string()) })
}

fn stamped(
    answer: &[u8],
    signature: &[u8],
    authorities: &[CertificateDer<'_>],
) -> Result<Finding, BundleError> {
    let token = token(answer)?;
    let Some(content) = &token.encap_content_info.econtent else {
        return refused("it holds no time");
    };
    if token.encap_content_info.econtent_type != TST_INFO || content.tag() != Tag::OctetString {
        return refused("it is signed data of another kind than a time stamp");
    }
    let [signer] = token.signer_infos.0.as_slice() else {
        return refused("a time stamp has one signature");
    };
    let certificates = certificates(&token)?;
    let certificate = signed(signer, content.value(), &certificates)?;
    let time = time(content.value(), signature)?;
    let chain: Vec<CertificateDer<'_>> =
        certificates.iter().map(|(_, bytes)| CertificateDer::from(bytes.as_slice())).collect();
    let trust = if authorities.is_empty() {
        Trust::Inside
    } else {
        trusted(&certificate.1, &chain, authorities, time)?;
        Trust::Given
    };
    Ok(Finding::TimeStampGood {
        time,
        authority: crate::visible(&certificate.0.tbs_certificate.subject.to_string()),
        fingerprint: analyzer::digest::hex(digest::digest(&digest::SHA256, &certificate.1).as_ref()),
        trust,
    })
}

/// The signed part of an answer that grants a stamp.
fn token(answer: &[u8]) -> Result<SignedData, BundleError> {
    let response = Response::from_der(answer).map_err(unreadable)?;
    let mut reader = SliceReader::new(response.status.value()).map_err(unreadable)?;
    let status = u8::decode(&mut reader).map_err(unreadable)?;
    // 0 is granted, 1 granted with changes (RFC 3161, 2.4.2).
    let Some(token) = response.token.filter(|_| status <= 1) else {
        return refused(format!("the authority refused the stamp (status {status})"));
    };
    if token.content_type != SIGNED_DATA {
        return refused("it is not signed");
    }
    token.content.decode_as().map_err(unreadable)
}

type Certificate = (cms::cert::x509::Certificate, Vec<u8>);

fn certificates(token: &SignedData) -> Result<Vec<Certificate>, BundleError> {
    let all = token.certificates.iter().flat_map(|set| set.0.iter());
    let read = all.filter_map(|choice| match choice {
        CertificateChoices::Certificate(read) => Some(read.to_der().map(|bytes| (read.clone(), bytes))),
        CertificateChoices::Other(_) => None,
    });
    read.collect::<Result<_, _>>().map_err(unreadable)
}

/// The certificate whose key signed this content.
fn signed<'a>(
    signer: &SignerInfo,
    content: &[u8],
    certificates: &'a [Certificate],
) -> Result<&'a Certificate, BundleError> {
    let is_signer = |(certificate, _): &&Certificate| match &signer.sid {
        SignerIdentifier::IssuerAndSerialNumber(id) => {
            certificate.tbs_certificate.issuer == id.issuer
                && certificate.tbs_certificate.serial_number == id.serial_number
        }
        SignerIdentifier::SubjectKeyIdentifier(_) => false,
    };
    let Some(certificate) = certificates.iter().find(is_signer) else {
        return refused("the certificate of the authority is not in it; ask for it with the request");
    };
    let Some(attributes) = &signer.signed_attrs else { return refused("its signature covers no attributes") };
    let attribute = |oid| {
        let found = attributes.iter().find(|attribute| attribute.oid == oid)?;
        found.values.iter().next()
    };
    if attribute(CONTENT_TYPE).and_then(|value| value.decode_as().ok()) != Some(TST_INFO) {
        return refused("its signature is for another kind of content");
    }
    let written: Option<OctetString> = attribute(MESSAGE_DIGEST).and_then(|value| value.decode_as().ok());
    let found = digest::digest(hash(signer.digest_alg.oid)?, content);
    if written.as_ref().map(OctetString::as_bytes) != Some(found.as_ref()) {
        return refused("its content was changed");
    }
    let (value, usual) = match (attribute(SIGNING_CERTIFICATE_V2), attribute(SIGNING_CERTIFICATE)) {
        (Some(value), _) => (value, &digest::SHA256),
        (None, Some(value)) => (value, &digest::SHA1_FOR_LEGACY_USE_ONLY),
        (None, None) => return refused("its signature names no certificate"),
    };
    let (algorithm, named) = certificate_hash(value).map_err(unreadable)?;
    let algorithm = algorithm.map_or(Ok(usual), hash)?;
    if digest::digest(algorithm, &certificate.1).as_ref() != named.as_bytes() {
        return refused("its signature names another certificate");
    }
    let message = attributes.to_der().map_err(unreadable)?;
    let der = CertificateDer::from(certificate.1.as_slice());
    let key = EndEntityCert::try_from(&der).map_err(unreadable)?;
    let holds = |algorithm: &&&dyn SignatureVerificationAlgorithm| {
        key.verify_signature(**algorithm, &message, signer.signature.as_bytes()).is_ok()
    };
    match ALGORITHMS.iter().find(holds) {
        Some(_) => Ok(certificate),
        None => refused("its signature does not hold, or is made in a way that is not known here"),
    }
}

/// The first certificate that such an attribute names: its hash, and the algorithm if it is not the usual one.
fn certificate_hash(value: &Any) -> der::Result<(Option<ObjectIdentifier>, OctetString)> {
    let mut list = SliceReader::new(value.value())?;
    let certificates = AnyRef::decode(&mut list)?;
    let mut certificates = SliceReader::new(certificates.value())?;
    let first = AnyRef::decode(&mut certificates)?;
    let mut first = SliceReader::new(first.value())?;
    let named = first.peek_tag()? == Tag::Sequence;
    let algorithm = if named { Some(Algorithm::decode(&mut first)?.oid) } else { None };
    Ok((algorithm, OctetString::decode(&mut first)?))
}

fn hash(oid: ObjectIdentifier) -> Result<&'static digest::Algorithm, BundleError> {
    match oid {
        SHA_256 => Ok(&digest::SHA256),
        SHA_384 => Ok(&digest::SHA384),
        SHA_512 => Ok(&digest::SHA512),
        other => refused(format!("the hash algorithm {other} is not known here")),
    }
}

/// The time of a stamp (`TSTInfo`), if it is for this signature.
fn time(content: &[u8], signature: &[u8]) -> Result<Timestamp, BundleError> {
    let (imprint, time) = imprint_and_time(content).map_err(unreadable)?;
    let expected = digest::digest(hash(imprint.algorithm.oid)?, signature);
    if imprint.hash.as_bytes() != expected.as_ref() {
        return refused("it is for other bytes than this signature");
    }
    // `YYYYMMDDhhmmss[.f]Z`; the fraction of a second is left out.
    let text = std::str::from_utf8(time.value()).unwrap_or_default();
    let (digits, rest) = text.split_at_checked(14).unwrap_or_default();
    let fraction = rest.strip_suffix('Z').is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let whole =
        GeneralizedTime::from_der(&[&[Tag::GeneralizedTime.octet(), 15], digits.as_bytes(), b"Z"].concat());
    match whole {
        Ok(whole) if fraction => Timestamp::from_seconds(whole.to_unix_duration().as_secs())
            .map_or_else(|| refused("its time is out of range"), Ok),
        _ => refused("its time cannot be read"),
    }
}

/// The third and the fifth field of `TSTInfo`, after version and policy, and before and after the serial number.
fn imprint_and_time(content: &[u8]) -> der::Result<(Imprint, AnyRef<'_>)> {
    let fields = AnyRef::from_der(content)?;
    let mut fields = SliceReader::new(fields.value())?;
    let (_version, _policy) = (u8::decode(&mut fields)?, ObjectIdentifier::decode(&mut fields)?);
    let imprint = Imprint::decode(&mut fields)?;
    let _serial_number = AnyRef::decode(&mut fields)?;
    Ok((imprint, AnyRef::decode(&mut fields)?))
}

/// Whether a certificate leads to an authority that the reader trusts, for time stamps, at this time.
fn trusted(
    certificate: &[u8],
    chain: &[CertificateDer<'_>],
    authorities: &[CertificateDer<'_>],
    time: Timestamp,
) -> Result<(), BundleError> {
    let anchors = authorities.iter().map(anchor_from_trusted_cert).collect::<Result<Vec<_>, _>>();
    let anchors =
        anchors.map_err(|error| BundleError::Rule(format!("an authority cannot be used: {error}")))?;
    let der = CertificateDer::from(certificate);
    let key = EndEntityCert::try_from(&der).map_err(unreadable)?;
    let at = UnixTime::since_unix_epoch(std::time::Duration::from_secs(time.seconds()));
    match key.verify_for_usage(
        &ALGORITHMS,
        &anchors,
        chain,
        at,
        KeyUsage::required(TIME_STAMPING),
        None,
        None,
    ) {
        Ok(_) => Ok(()),
        Err(error) => {
            refused(format!("its certificate does not lead to an authority that was given: {error}"))
        }
    }
}

fn unreadable(error: impl std::fmt::Display) -> BundleError {
    BundleError::Rule(format!("it does not read as an answer of a time-stamping authority: {error}"))
}

#[cfg(test)]
mod tests;
