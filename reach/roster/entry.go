package roster

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"stead/reach/member"
)

// entry is a value of the bucket: a machine, or what is revoked, and the authority's word for it.
type entry struct {
	// Peer is the JSON of a [member.Peer], or of a [revocations], Authority the signer's public key (SPKI, DER), Signature
	// ASN.1 of ECDSA over SHA-256 of what is signed.
	Peer      json.RawMessage `json:"peer"`
	Authority []byte          `json:"authority"`
	Signature []byte          `json:"signature"`
}

// ErrForged says that the hub has not written an entry.
var ErrForged = errors.New("the hub's authority has not signed it")

// The words before what is signed keep the signature from being one of anything else, as of a certificate.
const (
	ofMachine = "stead machine\x00"
	ofRevoked = "stead revocations\x00"
)

func digest(of string, content []byte) []byte {
	sum := sha256.Sum256(append([]byte(of), content...))
	return sum[:]
}

// Write returns the entry of a machine, signed by the hub's authority. The error is that of the key.
func Write(authority *ecdsa.PrivateKey, p member.Peer) ([]byte, error) {
	return write(authority, ofMachine, p)
}

func write(authority *ecdsa.PrivateKey, of string, value any) ([]byte, error) {
	e := entry{}
	var err error
	if e.Peer, err = json.Marshal(value); err != nil {
		return nil, err
	}
	if e.Authority, err = x509.MarshalPKIXPublicKey(authority.Public()); err != nil {
		return nil, err
	}
	if e.Signature, err = ecdsa.SignASN1(rand.Reader, authority, digest(of, e.Peer)); err != nil {
		return nil, err
	}
	return json.Marshal(e)
}

// Read returns the machine of an entry. Pin is the hash of the authority that must have signed it; without a pin,
// nobody need have. Errors: ErrForged, those of a damaged entry.
func Read(content []byte, pin string) (p member.Peer, err error) {
	return p, read(content, pin, ofMachine, &p)
}

func read(content []byte, pin, of string, into any) error {
	var e entry
	if err := json.Unmarshal(content, &e); err != nil {
		return fmt.Errorf("read the hub's word: %w", err)
	}
	if pin != "" && !e.isSigned(pin, of) {
		return ErrForged
	}
	if err := json.Unmarshal(e.Peer, into); err != nil {
		return fmt.Errorf("read the hub's word: %w", err)
	}
	return nil
}

func (e entry) isSigned(pin, of string) bool {
	sum := sha256.Sum256(e.Authority)
	if base64.StdEncoding.EncodeToString(sum[:]) != pin {
		return false
	}
	parsed, err := x509.ParsePKIXPublicKey(e.Authority)
	key, ok := parsed.(*ecdsa.PublicKey)
	return err == nil && ok && ecdsa.VerifyASN1(key, digest(of, e.Peer), e.Signature)
}
