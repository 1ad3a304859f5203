// Package link connects this machine to its hub, always over TLS. It also reads pages of a stream by direct gets, which
// create nothing at the hub ([ReadPage]). Any server of a cluster answers, so the answer may be stale.
// docs/adr/017-own-direct-get.md explains why no library does it.
package link

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"stead/internal/sys/failed"
	"stead/reach/layout"
	"stead/reach/member"
)

// How long an attempt to connect may take, how long to wait before the next, and how often each side shows that it is
// alive.
const (
	patience = 5 * time.Second
	farewell = 2 * time.Second // for a machine that leaves
	pause    = 250 * time.Millisecond
	beat     = 5 * time.Second
)

// ErrRefused says that the hub does not know a key.
var ErrRefused = errors.New(
	"the hub does not know this machine's key: it was revoked, another hub is there, or a cluster has not loaded its users.conf since")

// ErrAway says that no hub answers at the address.
var ErrAway = errors.New("nobody answers there")

// ErrVersion says that this machine does not understand the hub.
var ErrVersion = errors.New("the hub and this machine do not understand each other")

// attempts is how often to try a connection that the hub refuses or closes immediately. Refusal is how long to wait
// after the first attempt; the wait doubles each time.
const (
	attempts = 5
	refusal  = 25 * time.Millisecond
)

// Dial connects as a member. A connection that breaks reconnects by itself, without a limit. The error says where the
// hub should be, and why it is not reached. Errors: ErrRefused, ErrAway, ErrVersion.
func Dial(m member.Member, more ...nats.Option) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name(m.Name), Signed(m.Key, m.Seed), nats.CustomInboxPrefix(layout.InboxPrefix(m.Key)), Secured(m.Pin),
		nats.TLSHandshakeFirst(),
		nats.Timeout(patience), nats.MaxReconnects(-1), nats.ReconnectWait(pause), nats.ReconnectJitter(pause, pause),
		nats.PingInterval(beat), nats.MaxPingsOutstanding(2),
		// Without a handler the client prints its own messages. A caller that waits for an answer gets the error anyway.
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}
	conn, err := connect(m.URL, append(options, more...))
	if err == nil {
		if err = understands(conn.ConnectedServerName()); err != nil {
			conn.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("connect to the hub at %s: %w", m.URL, err)
	}
	return conn, nil
}

// understands returns an error if the hub and this machine do not understand each other, judged by the hub's name.
func understands(hub string) error {
	switch other, newer := layout.IsOtherHub(hub); {
	case newer:
		return fmt.Errorf("%w: it has a newer version of stead; update stead here", ErrVersion)
	case other:
		return fmt.Errorf("%w: it has an older version of stead; update it there", ErrVersion)
	}
	return nil
}

// connect tries again when the hub closes the connection immediately. A refusal looks like that while the client is
// still writing (nats.go 1.55.0 writes twice). It also tries again when it is refused: while the hub admits another
// machine, nats-server 2.15.2 refuses all clients that have not authenticated yet (reloadAuthorization).
func connect(url string, options []nats.Option) (conn *nats.Conn, err error) {
	wait := refusal
	for range attempts {
		conn, err = nats.Connect(url, options...)
		switch {
		case errors.Is(err, nats.ErrNoServers), errors.Is(err, nats.ErrTimeout):
			return nil, because{ErrAway, err}
		case errors.Is(err, nats.ErrNkeysNotSupported): // a server without any keys
			return nil, because{ErrRefused, err}
		case !errors.Is(err, nats.ErrAuthorization) && !isClosedAtOnce(err):
			return conn, err
		}
		time.Sleep(wait)
		wait *= 2
	}
	return nil, because{ErrRefused, err}
}

// because is an error in stead's words that wraps a library's error.
type because struct{ said, why error }

// Error returns the message for people.
func (b because) Error() string { return b.said.Error() }

// Unwrap returns both errors.
func (b because) Unwrap() []error { return []error{b.said, b.why} }

func isClosedAtOnce(err error) bool {
	return failed.WasCutOff(err) || errors.Is(err, nats.ErrTLS) && errors.Is(err, io.EOF)
}

// Signed makes the connection prove its nkey.
func Signed(key, seed string) nats.Option {
	return nats.Nkey(key, func(nonce []byte) ([]byte, error) {
		pair, err := nkeys.FromSeed([]byte(seed))
		if err != nil {
			return nil, err
		}
		defer pair.Wipe()
		return pair.Sign(nonce)
	})
}

// errPin says that another server answers at the hub's address.
var errPin = errors.New("the certificate there is not signed by the hub's authority")

// Secured makes the connection use TLS 1.3. With a pin, the authority with that hash must have signed the certificate,
// for any host. Without one, the system's authorities and the host's name decide.
func Secured(pin string) nats.Option {
	if pin == "" {
		return nats.Secure(&tls.Config{MinVersion: tls.VersionTLS13})
	}
	return nats.Secure(&tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // the pin replaces the verification, because no public authority knows this hub
		VerifyConnection:   func(state tls.ConnectionState) error { return verify(state.PeerCertificates, pin) },
	})
}

func verify(chain []*x509.Certificate, pin string) error {
	if len(chain) == 0 {
		return errPin
	}
	roots := x509.NewCertPool()
	for _, c := range chain[1:] {
		if Pin(c) == pin {
			roots.AddCert(c)
		}
	}
	if _, err := chain[0].Verify(x509.VerifyOptions{Roots: roots}); err != nil {
		return fmt.Errorf("%w: %w", errPin, err)
	}
	return nil
}

// Pin returns the hash that identifies an authority: SHA-256 of its public key (SPKI), in base64.
func Pin(authority *x509.Certificate) string {
	sum := sha256.Sum256(authority.RawSubjectPublicKeyInfo)
	return base64.StdEncoding.EncodeToString(sum[:])
}
