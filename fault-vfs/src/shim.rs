//! The layer itself: a table of functions as `SQLite` wants it (<https://www.sqlite.org/vfs.html>), each of which asks the
//! watcher of its file and then calls the system's own.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::io;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{MutexGuard, Once};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};

use crate::{Call, Effect, Shared, State, Unsynced, locked, watcher};

/// The system's own layer; set once, before ours is known to `SQLite`.
static NEXT: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(ptr::null_mut());

/// A file as `SQLite` sees it; the system's own lies right behind it.
#[repr(C)]
struct Layer {
    base: sqlite3_file,
    /// From `Box::into_raw` until the file is closed; null for one that nobody watches.
    watched: *mut Watched,
}

struct Watched {
    path: PathBuf,
    state: Shared,
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    // Shared memory, but no mapping of the file itself: reads go through `read`.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

/// Makes the layer `SQLite`'s default, once in a process.
pub(crate) fn install() -> io::Result<()> {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: both functions are callable at any time; what is registered is never freed, and its functions keep the
        // rules of the interface. `sqlite3_vfs_find` gives a table that lives as long as the process.
        unsafe {
            if ffi::sqlite3_initialize() != ffi::SQLITE_OK {
                return;
            }
            let next = ffi::sqlite3_vfs_find(ptr::null());
            if next.is_null() {
                return;
            }
            let mut ours = Box::new(*next);
            ours.pNext = ptr::null_mut();
            ours.zName = c"faults".as_ptr();
            ours.szOsFile += c_int::try_from(size_of::<Layer>()).unwrap_or(c_int::MAX / 2);
            ours.xOpen = Some(open);
            ours.xDelete = Some(delete);
            NEXT.store(next, Ordering::SeqCst);
            if ffi::sqlite3_vfs_register(Box::into_raw(ours), 1) != ffi::SQLITE_OK {
                NEXT.store(ptr::null_mut(), Ordering::SeqCst);
            }
        }
    });
    if NEXT.load(Ordering::SeqCst).is_null() {
        return Err(io::Error::other("SQLite does not take the layer"));
    }
    Ok(())
}

/// The system's own file behind a layer.
///
/// # Safety
/// `file` is one that `open` was given.
unsafe fn real(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: `szOsFile` asks for room for a layer and the system's file behind it.
    unsafe { file.cast::<Layer>().add(1).cast() }
}

/// # Safety
/// `file` is open.
unsafe fn watched<'a>(file: *mut sqlite3_file) -> Option<&'a Watched> {
    // SAFETY: the pointer is null or from `Box::into_raw`, and is freed by `close` alone.
    unsafe { (*file.cast::<Layer>()).watched.as_ref() }
}

/// Calls a function of the system's own file: `real!(file, xRead(to, amount, offset))`.
macro_rules! real {
    ($file:expr, $method:ident ( $($argument:expr),* )) => {{
        let real = real($file);
        match (*(*real).pMethods).$method {
            Some(method) => method(real, $($argument),*),
            None => ffi::SQLITE_IOERR.into(),
        }
    }};
}

unsafe extern "C" fn open(
    _vfs: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    let next = NEXT.load(Ordering::SeqCst);
    // SAFETY: `SQLite` gives room for a file of `szOsFile` bytes, and a name that is null or a text that outlives the file.
    unsafe {
        let layer = file.cast::<Layer>();
        (*layer).base.pMethods = ptr::null();
        (*layer).watched = ptr::null_mut();
        let watched = path(name).and_then(|path| Some(Watched { state: watcher(&path)?, path }));
        if let Some(watched) = &watched
            && locked(&watched.state).meets(Call::Open).is_some()
        {
            return ffi::SQLITE_CANTOPEN;
        }
        let real = real(file);
        (*real).pMethods = ptr::null();
        let Some(open) = (*next).xOpen else { return ffi::SQLITE_CANTOPEN };
        let code = open(next, name, real, flags, out_flags);
        if code != ffi::SQLITE_OK {
            if let Some(close) = (*real).pMethods.as_ref().and_then(|methods| methods.xClose) {
                close(real);
            }
            return code;
        }
        if let Some(watched) = watched {
            locked(&watched.state).open += 1;
            (*layer).watched = Box::into_raw(Box::new(watched));
        }
        (*layer).base.pMethods = &raw const METHODS;
        ffi::SQLITE_OK
    }
}

/// # Safety
/// `name` is null or ends with a zero byte.
unsafe fn path(name: *const c_char) -> Option<PathBuf> {
    if name.is_null() {
        return None;
    }
    // SAFETY: see above.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().ok().map(|name| Path::new(name).to_owned())
}

unsafe extern "C" fn delete(_vfs: *mut sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    let next = NEXT.load(Ordering::SeqCst);
    // SAFETY: the name is `SQLite`'s; `next` is the system's own table.
    unsafe {
        if let Some(path) = path(name)
            && let Some(state) = watcher(&path)
        {
            let mut state = locked(&state);
            if state.dead {
                return ffi::SQLITE_IOERR_DELETE;
            }
            state.unsynced.remove(&path);
        }
        match (*next).xDelete {
            Some(delete) => delete(next, name, sync_folder),
            None => ffi::SQLITE_IOERR_DELETE,
        }
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: `file` is open and closed once.
    unsafe {
        let layer = file.cast::<Layer>();
        let code = real!(file, xClose());
        if !(*layer).watched.is_null() {
            let watched = Box::from_raw((*layer).watched);
            (*layer).watched = ptr::null_mut();
            locked(&watched.state).open -= 1;
        }
        code
    }
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    to: *mut c_void,
    amount: c_int,
    offset: sqlite3_int64,
) -> c_int {
    // SAFETY: `file` is open.
    unsafe {
        if let Some(watched) = watched(file)
            && locked(&watched.state).meets(Call::Read).is_some()
        {
            return ffi::SQLITE_IOERR_READ;
        }
        real!(file, xRead(to, amount, offset))
    }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    amount: c_int,
    offset: sqlite3_int64,
) -> c_int {
    // SAFETY: `file` is open, and `amount` bytes lie at `from`.
    unsafe {
        let Some(watched) = watched(file) else { return real!(file, xWrite(from, amount, offset)) };
        let mut state = locked(&watched.state);
        if state.dead {
            return ffi::SQLITE_IOERR_WRITE;
        }
        let (amount, code) = match state.meets(Call::Write) {
            None => (amount, ffi::SQLITE_OK),
            Some(Effect::Error) => return ffi::SQLITE_IOERR_WRITE,
            Some(Effect::Full) => return ffi::SQLITE_FULL,
            Some(Effect::Half) => (amount / 2, ffi::SQLITE_IOERR_WRITE),
            // What becomes of it is chosen when the power is back.
            Some(Effect::Crash) => (amount, ffi::SQLITE_IOERR_WRITE),
        };
        let bytes = std::slice::from_raw_parts(from.cast::<u8>(), usize::try_from(amount).unwrap_or(0));
        let Some(before) = unsynced(file, offset, Some(bytes)) else { return ffi::SQLITE_IOERR_WRITE };
        let written = real!(file, xWrite(from, amount, offset));
        note(state, watched, before);
        if written == ffi::SQLITE_OK { code } else { written }
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, length: sqlite3_int64) -> c_int {
    // SAFETY: `file` is open.
    unsafe {
        let Some(watched) = watched(file) else { return real!(file, xTruncate(length)) };
        let mut state = locked(&watched.state);
        let dead = state.dead;
        let met = state.meets(Call::Truncate);
        if dead || matches!(met, Some(Effect::Error | Effect::Full | Effect::Half)) {
            return ffi::SQLITE_IOERR_TRUNCATE;
        }
        let Some(before) = unsynced(file, length, None) else { return ffi::SQLITE_IOERR_TRUNCATE };
        let code = real!(file, xTruncate(length));
        note(state, watched, before);
        if met.is_some() { ffi::SQLITE_IOERR_TRUNCATE } else { code }
    }
}

/// What a write at a place, or a truncation there, takes away.
///
/// # Safety
/// `file` is open.
unsafe fn unsynced(file: *mut sqlite3_file, offset: sqlite3_int64, after: Option<&[u8]>) -> Option<Unsynced> {
    let mut length: sqlite3_int64 = 0;
    // SAFETY: `length` and `before` have the room that they are read into. The system's own file is read and not the path:
    // to open and close the path would end the locks on the file (https://www.sqlite.org/howtocorrupt.html, 2.2).
    unsafe {
        if real!(file, xFileSize(&raw mut length)) != ffi::SQLITE_OK {
            return None;
        }
        let kept = usize::try_from(length.saturating_sub(offset)).unwrap_or(0);
        let mut before = vec![0; after.map_or(kept, |after| after.len().min(kept))];
        let amount = c_int::try_from(before.len()).ok()?;
        if amount > 0 && real!(file, xRead(before.as_mut_ptr().cast(), amount, offset)) != ffi::SQLITE_OK {
            return None;
        }
        Some(Unsynced {
            offset: u64::try_from(offset).ok()?,
            before,
            after: after.map(<[u8]>::to_vec),
            length_before: u64::try_from(length).ok()?,
        })
    }
}

fn note(mut state: MutexGuard<'_, State>, watched: &Watched, write: Unsynced) {
    state.unsynced.entry(watched.path.clone()).or_default().push(write);
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: `file` is open.
    unsafe {
        let Some(watched) = watched(file) else { return real!(file, xSync(flags)) };
        let mut state = locked(&watched.state);
        if state.meets(Call::Sync).is_some() {
            return ffi::SQLITE_IOERR_FSYNC;
        }
        if !state.lying {
            state.unsynced.remove(&watched.path);
        }
        ffi::SQLITE_OK
    }
}

unsafe extern "C" fn file_size(file: *mut sqlite3_file, size: *mut sqlite3_int64) -> c_int {
    // SAFETY: here and below, the arguments are `SQLite`'s own.
    unsafe { real!(file, xFileSize(size)) }
}

unsafe extern "C" fn lock(file: *mut sqlite3_file, level: c_int) -> c_int {
    // SAFETY: see `file_size`.
    unsafe { real!(file, xLock(level)) }
}

unsafe extern "C" fn unlock(file: *mut sqlite3_file, level: c_int) -> c_int {
    // SAFETY: see `file_size`.
    unsafe { real!(file, xUnlock(level)) }
}

unsafe extern "C" fn check_reserved_lock(file: *mut sqlite3_file, held: *mut c_int) -> c_int {
    // SAFETY: see `file_size`.
    unsafe { real!(file, xCheckReservedLock(held)) }
}

unsafe extern "C" fn file_control(file: *mut sqlite3_file, what: c_int, argument: *mut c_void) -> c_int {
    // SAFETY: see `file_size`.
    unsafe { real!(file, xFileControl(what, argument)) }
}

unsafe extern "C" fn sector_size(file: *mut sqlite3_file) -> c_int {
    // SAFETY: see `file_size`.
    unsafe { real!(file, xSectorSize()) }
}

unsafe extern "C" fn device_characteristics(file: *mut sqlite3_file) -> c_int {
    // SAFETY: see `file_size`.
    unsafe { real!(file, xDeviceCharacteristics()) }
}

unsafe extern "C" fn shm_map(
    file: *mut sqlite3_file,
    region: c_int,
    size: c_int,
    extend: c_int,
    to: *mut *mut c_void,
) -> c_int {
    // SAFETY: `file` is open.
    unsafe {
        if let Some(watched) = watched(file)
            && locked(&watched.state).meets(Call::Map).is_some()
        {
            *to = ptr::null_mut();
            return ffi::SQLITE_IOERR_SHMMAP;
        }
        real!(file, xShmMap(region, size, extend, to))
    }
}

unsafe extern "C" fn shm_lock(file: *mut sqlite3_file, from: c_int, count: c_int, flags: c_int) -> c_int {
    // SAFETY: see `file_size`.
    unsafe { real!(file, xShmLock(from, count, flags)) }
}

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    // SAFETY: see `file_size`.
    unsafe {
        let real = real(file);
        if let Some(barrier) = (*(*real).pMethods).xShmBarrier {
            barrier(real);
        }
    }
}

unsafe extern "C" fn shm_unmap(file: *mut sqlite3_file, remove: c_int) -> c_int {
    // SAFETY: see `file_size`.
    unsafe {
        // Without power nothing is removed.
        let dead = watched(file).is_some_and(|watched| locked(&watched.state).dead);
        real!(file, xShmUnmap(if dead { 0 } else { remove }))
    }
}
