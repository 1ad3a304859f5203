package member

import (
	"cmp"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"filippo.io/age"
	"github.com/nats-io/nkeys"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
)

// Role is what a machine may do at its hub.
type Role string

// The roles. A machine may have several.
const (
	// Node offers its sessions and runs to the user's other machines, and runs what they ask for.
	Node Role = "node"
	// Operator reads the sessions and runs of the user's other machines, and acts on them.
	Operator Role = "operator"
	// Viewer reads them.
	Viewer Role = "viewer"
)

// ErrNone says that this machine has joined no hub.
var ErrNone = errors.New("this machine has joined no hub")

// Peer is what machines know about each other.
type Peer struct {
	// Name is the machine's name. It begins the references of its sessions.
	Name string `json:"name"`
	// User is the machine's owner. Machines of one user see each other.
	User  string `json:"user"`
	Roles []Role `json:"roles"`
	// Key is its public nkey, with which it connects and proves its identity to other machines.
	Key string `json:"key"`
	// Recipient is its public age key (X25519). Only the machine can read content that is wrapped for it.
	Recipient string `json:"recipient"`
	// Labels say what it has: gpu, linux.
	Labels []string `json:"labels,omitempty"`
}

// Has reports whether the machine has a role.
func (p Peer) Has(r Role) bool { return slices.Contains(p.Roles, r) }

// Public returns the key with which the machine proves its identity. It returns an error for an invalid key.
func (p Peer) Public() (ed25519.PublicKey, error) {
	raw, err := nkeys.Decode(nkeys.PrefixByteUser, []byte(p.Key))
	if err != nil {
		return nil, fmt.Errorf("read the key of %s: %w", p.Name, err)
	}
	return ed25519.PublicKey(raw), nil
}

// Signed reports whether the machine has signed a text. It is false for a machine without a key.
func (p Peer) Signed(text, signature []byte) bool {
	public, err := p.Public()
	return err == nil && ed25519.Verify(public, text, signature)
}

// Member is this machine at its hub.
type Member struct {
	Peer
	// URL is the hub's address: tls://HOST:PORT. A cluster has several, separated by commas.
	URL string `json:"url"`
	// Pin is the SHA-256 of the public key (SPKI) of the authority that signs the hub's certificate, in base64. If it is
	// empty, the system's authorities decide.
	Pin string `json:"pin,omitempty"`
	// Authority is the SHA-256 of the key that signs the roster, if it differs from that of Pin. It does in a cluster,
	// whose certificates are not the hub's.
	Authority string `json:"authority,omitempty"`
	// Seed is the nkey's seed, Identity the secret age key.
	Seed     string `json:"seed"`
	Identity string `json:"identity"`
	// Former are the public nkeys that this machine had at this hub before it joined again. Leases that it took with them
	// are its own.
	Former []string `json:"former,omitempty"`
}

// After returns the membership of a machine that was another member before. It takes nothing from a membership at
// another hub or of another user.
func (m Member) After(before Member) Member {
	if before.Signer() != m.Signer() || before.User != m.User || before.Key == "" {
		return m
	}
	m.Former = append(slices.Clone(before.Former), before.Key)
	return m
}

// Signer returns the hash of the authority that signs the roster.
func (m Member) Signer() string { return cmp.Or(m.Authority, m.Pin) }

// New makes the keys of a machine that joins.
func New(name, user string) (Member, error) {
	public, seed, err := NewKey()
	if err != nil {
		return Member{}, err
	}
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return Member{}, err
	}
	return Member{
		Peer: Peer{Name: name, User: user, Key: public, Recipient: identity.Recipient().String()},
		Seed: seed, Identity: identity.String(),
	}, nil
}

// Private returns the key with which the machine proves its identity to others.
func (m Member) Private() (ed25519.PrivateKey, error) {
	_, raw, err := nkeys.DecodeSeed([]byte(m.Seed))
	if err != nil {
		return nil, fmt.Errorf("read this machine's key: %w", err)
	}
	return ed25519.NewKeyFromSeed(raw), nil
}

// Sign signs a text as this machine. It returns an error for an invalid key.
func (m Member) Sign(text []byte) (signature []byte, err error) {
	private, err := m.Private()
	if err != nil {
		return nil, err
	}
	return ed25519.Sign(private, text), nil
}

// Unwrap returns the identity that opens content that was wrapped for this machine.
func (m Member) Unwrap() (age.Identity, error) {
	identity, err := age.ParseX25519Identity(m.Identity)
	if err != nil {
		return nil, fmt.Errorf("read this machine's secret key: %w", err)
	}
	return identity, nil
}

// path is the file of the membership in stead's data folder, leftPath that of the last membership after leaving.
func path(dataFolder string) string     { return filepath.Join(dataFolder, "reach", "member.json") }
func leftPath(dataFolder string) string { return filepath.Join(dataFolder, "reach", "left.json") }

// Load reads this machine's membership from stead's data folder. Errors: ErrNone; those of a file that cannot be read.
func Load(dataFolder string) (Member, error) { return load(path(dataFolder)) }

// Last reads the membership, or the last one if this machine has left. Errors are those of Load.
func Last(dataFolder string) (Member, error) {
	m, err := Load(dataFolder)
	if errors.Is(err, ErrNone) {
		return load(leftPath(dataFolder))
	}
	return m, err
}

func load(path string) (Member, error) {
	content, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Member{}, ErrNone
	}
	if err != nil {
		return Member{}, fmt.Errorf("read this machine's membership: %w", err)
	}
	var m Member
	if err := json.Unmarshal(content, &m); err != nil {
		return Member{}, fmt.Errorf("read this machine's membership %s: %w; stead join makes a new one", path, err)
	}
	return m, nil
}

// Remove makes this machine forget its membership and the keys with it. Content that others wrapped for it can no
// longer be read. Errors: ErrNone.
func Remove(dataFolder string) error {
	err := os.Remove(path(dataFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNone
	}
	return err
}

// Save stores this machine's membership, readable only by its user.
func (m Member) Save(dataFolder string) error {
	if err := m.save(path(dataFolder)); err != nil {
		return err
	}
	_ = os.Remove(leftPath(dataFolder)) // a file that stays is not read before the machine leaves again
	return nil
}

// SaveLeft stores the identity of a machine that has left, without its secret keys.
func (m Member) SaveLeft(dataFolder string) error {
	m.Seed, m.Identity = "", ""
	return m.save(leftPath(dataFolder))
}

func (m Member) save(path string) error {
	content, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Replace(path, append(content, '\n'))
}
