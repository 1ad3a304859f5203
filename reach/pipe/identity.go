package pipe

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/nats-io/nkeys"

	"stead/reach/member"
)

// Roster returns the machine that has a public nkey. Ok is false for a key that no machine of the hub has, or no longer
// has.
type Roster func(key string) (peer member.Peer, ok bool)

var errNoKey = errors.New("it shows no key of a machine")

// identity returns the TLS configuration with which a machine proves its key. The certificate is only the key's
// envelope: its names and dates are never read.
func identity(self member.Member) (*tls.Config, error) {
	private, err := self.Private()
	if err != nil {
		return nil, err
	}
	now := time.Now()
	envelope := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: now.Add(-24 * time.Hour),
		NotAfter: now.AddDate(10, 0, 0)}
	raw, err := x509.CreateCertificate(rand.Reader, envelope, envelope, private.Public(), private)
	if err != nil {
		return nil, fmt.Errorf("make a certificate of this machine's key: %w", err)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: private}},
		InsecureSkipVerify: true, ClientAuth: tls.RequireAnyClientCert, // VerifyConnection checks the key itself
		SessionTicketsDisabled: true,
	}, nil
}

// shown returns the key that the other side of a connection has proven.
func shown(state tls.ConnectionState) (ed25519.PublicKey, error) {
	if len(state.PeerCertificates) == 0 {
		return nil, errNoKey
	}
	key, ok := state.PeerCertificates[0].PublicKey.(ed25519.PublicKey)
	if !ok {
		return nil, errNoKey
	}
	return key, nil
}

// expect makes a connection accept only the key of one machine.
func expect(config *tls.Config, to member.Peer) (*tls.Config, error) {
	want, err := to.Public()
	if err != nil {
		return nil, err
	}
	config.VerifyConnection = func(state tls.ConnectionState) error {
		if got, err := shown(state); err != nil || !want.Equal(got) {
			return ErrStranger
		}
		return nil
	}
	return config, nil
}

// find returns the machine of the user whose key the other side has shown.
func find(state tls.ConnectionState, user string, roster Roster) (member.Peer, error) {
	raw, err := shown(state)
	if err != nil {
		return member.Peer{}, err
	}
	key, err := nkeys.Encode(nkeys.PrefixByteUser, raw)
	if err != nil {
		return member.Peer{}, err
	}
	peer, ok := roster(string(key))
	if !ok || peer.Key != string(key) || peer.User != user {
		return member.Peer{}, ErrRefused
	}
	return peer, nil
}
