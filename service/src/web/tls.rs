//! TLS by the service itself, for who has no proxy in front.
//!
//! Certificate and key are PEM files, as `certbot` and other programs write them. They are read at the start; after a
//! renewal the service is started again.

use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::app::{ServiceError, TlsFiles};

/// # Errors
/// A file that cannot be read, holds nothing usable, or a key of another certificate.
pub(crate) fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, ServiceError> {
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect)
        .map_err(|error| unusable(&files.certificate, &error))?;
    if chain.is_empty() {
        return Err(unusable(&files.certificate, &"there is no certificate in it"));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| unusable(&files.key, &error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(&files.certificate, &error))?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(|error| unusable(&files.key, &error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn unusable(path: &Path, reason: &dyn std::fmt::Display) -> ServiceError {
    ServiceError::Tls { path: path.to_owned(), reason: reason.to_string() }
}
