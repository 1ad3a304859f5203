package register

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"path/filepath"
	"time"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/roster"
)

// Authority signs the certificate of the hub's server, and what the hub says of machines. Machines know it by the hash
// of its key.
type Authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// How long certificates last, and how far a machine's clock may be behind the hub's.
const (
	lifetime = 20 * 365 * 24 * time.Hour
	skew     = 24 * time.Hour
)

// OpenAuthority reads the authority of a hub's folder, or makes one that begins now. Errors are those of the file.
func OpenAuthority(folder string, now time.Time) (*Authority, error) {
	path := filepath.Join(folder, "authority.pem")
	content, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return create(path, now)
	}
	if err != nil {
		return nil, fmt.Errorf("read the hub's authority: %w", err)
	}
	a, err := parse(content)
	if err != nil {
		return nil, fmt.Errorf("read the hub's authority %s: %w; without it no machine trusts the hub: "+
			"bring it back from a backup, or remove it and join all machines again", path, err)
	}
	return a, nil
}

func parse(content []byte) (*Authority, error) {
	pair, err := tls.X509KeyPair(content, content)
	if err != nil {
		return nil, err
	}
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok {
		return nil, errors.New("its key is of another kind")
	}
	return &Authority{certificate: pair.Leaf, key: key}, nil
}

func create(path string, now time.Time) (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := certificate("stead hub's authority", now)
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})...)
	if err := atomicfile.Replace(path, text); err != nil {
		return nil, fmt.Errorf("keep the hub's authority: %w", err)
	}
	return parse(text)
}

// Secure returns what a server needs whose certificate is the authority's. It is made anew at each start, and the
// authority comes with it.
func (a *Authority) Secure(now time.Time) (*tls.Config, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := certificate("stead hub", now)
	template.KeyUsage, template.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	template.DNSNames = []string{"stead-hub"}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, key.Public(), a.key)
	if err != nil {
		return nil, err
	}
	chain := tls.Certificate{Certificate: [][]byte{der, a.certificate.Raw}, PrivateKey: key}
	return &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{chain}}, nil
}

func certificate(name string, now time.Time) *x509.Certificate {
	number, _ := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127)) // the reader never fails
	return &x509.Certificate{SerialNumber: number, Subject: pkix.Name{CommonName: name}, NotBefore: now.Add(-skew),
		NotAfter: now.Add(lifetime)}
}

// Pin is the hash by which machines know the authority: see [link.Pin].
func (a *Authority) Pin() string { return link.Pin(a.certificate) }

// Entry returns what others are told of a machine, signed.
func (a *Authority) Entry(p member.Peer) ([]byte, error) { return roster.Write(a.key, p) }

// Revoked returns what machines are told of the public keys that are revoked, signed.
func (a *Authority) Revoked(keys []string) ([]byte, error) { return roster.WriteRevoked(a.key, keys) }
