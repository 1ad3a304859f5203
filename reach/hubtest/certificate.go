package hubtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stead/reach/link"
)

// Certificate writes a certificate for servers on the loopback interface into a folder, as a team's authority signs
// one, with its key. It returns the hash of the authority.
func Certificate(t testing.TB, folder string) (certificate, key, pin string) {
	t.Helper()
	authority, authorityKey := issue(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: "a team's authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign,
	}, nil, nil)
	server, serverKey := issue(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: "nats"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}, authority, authorityKey)
	secret, err := x509.MarshalPKCS8PrivateKey(serverKey)
	if err != nil {
		t.Fatal(err)
	}
	certificate, key = filepath.Join(folder, "server.pem"), filepath.Join(folder, "server.key")
	keep(t, certificate, block("CERTIFICATE", server.Raw), block("CERTIFICATE", authority.Raw))
	keep(t, key, block("PRIVATE KEY", secret))
	return certificate, key, link.Pin(authority)
}

// issue makes a certificate. Without an issuer it is its own.
func issue(t testing.TB, template, issuer *x509.Certificate,
	signer *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if issuer == nil {
		issuer, signer = template, key
	}
	template.SerialNumber, template.NotBefore, template.NotAfter = big.NewInt(1), time.Now().Add(
		-time.Hour), time.Now().Add(24*time.Hour)
	der, err := x509.CreateCertificate(rand.Reader, template, issuer, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return made, key
}

func block(kind string, content []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
}

func keep(t testing.TB, path string, blocks ...[]byte) {
	t.Helper()
	var all []byte
	for _, b := range blocks {
		all = append(all, b...)
	}
	if err := os.WriteFile(path, all, 0o600); err != nil {
		t.Fatal(err)
	}
}
