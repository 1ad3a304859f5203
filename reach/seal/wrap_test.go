package seal_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"filippo.io/age"

	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/seal"
)

// wrapped is a key as it lies at the hub.
type wrapped struct {
	By        string `json:"by"`
	Signature []byte `json:"signature"`
	Key       []byte `json:"key"`
	Removed   bool   `json:"removed,omitempty"`
}

// forge wraps some bytes as a machine would wrap the key of r.1 in an epoch.
func (w *team) forge(t *testing.T, by member.Member, epoch string, plain []byte, readers ...int) wrapped {
	t.Helper()
	var recipients []age.Recipient
	for _, i := range readers {
		r, err := age.ParseX25519Recipient(w.members[i].Recipient)
		if err != nil {
			t.Fatal(err)
		}
		recipients = append(recipients, r)
	}
	var out bytes.Buffer
	stream, err := age.Encrypt(&out, recipients...)
	if err == nil {
		_, err = stream.Write(plain)
	}
	if err != nil || stream.Close() != nil {
		t.Fatal(err)
	}
	private, err := by.Private()
	if err != nil {
		t.Fatal(err)
	}
	text := append([]byte("stead key\x00r.1\x00"+epoch+"\x00"), out.Bytes()...)
	return wrapped{By: by.Key, Signature: ed25519.Sign(private, text), Key: out.Bytes()}
}

func marshal(t *testing.T, w wrapped) []byte {
	t.Helper()
	content, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// What lies at the hub may be anything: nothing of it becomes a key but what a machine of the user has signed, for this
// place.
func TestNothingButASignedKeyIsAKey(t *testing.T) {
	w := newTeam(t, 3)
	w.members[0].Roles = []member.Role{member.Node}
	good := w.forge(t, w.members[0], "1", make([]byte, 32), 0, 1)
	unsigned, other, damaged, renamed, removed := good, good, good, good, good
	unsigned.Signature = nil
	other.Key = w.forge(t, w.members[0], "1", make([]byte, 32), 0, 1).Key
	damaged.Signature = append([]byte{good.Signature[0] ^ 1}, good.Signature[1:]...)
	renamed.By = w.members[1].Key
	removed.Removed = true
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"nothing":                      {nil, nil},
		"no JSON":                      {[]byte("key"), nil},
		"no fields":                    {[]byte("{}"), seal.ErrForeign},
		"no signature":                 {marshal(t, unsigned), seal.ErrForeign},
		"a signature that was changed": {marshal(t, damaged), seal.ErrForeign},
		"a signature for another key":  {marshal(t, other), seal.ErrForeign},
		"a signature of somebody else": {marshal(t, renamed), seal.ErrForeign},
		"a stranger's":                 {marshal(t, w.forge(t, w.members[2], "1", make([]byte, 32), 0, 1)), seal.ErrForeign},
		"one for another epoch":        {marshal(t, w.forge(t, w.members[0], "2", make([]byte, 32), 0, 1)), seal.ErrForeign},
		"a key, said to be removed":    {marshal(t, removed), seal.ErrForeign},
		"one that is too short":        {marshal(t, w.forge(t, w.members[0], "1", make([]byte, 31), 0, 1)), nil},
		"one for others":               {marshal(t, w.forge(t, w.members[0], "1", make([]byte, 32), 0)), nil},
		"one that is larger than a key": {append(marshal(t, good),
			bytes.Repeat([]byte(" "), 64<<10+1-len(marshal(t, good)))...), nil},
	} {
		w.lay(t, key("1"), c.content)
		got, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1)
		if isForeign := errors.Is(err, seal.ErrForeign); err == nil || got != (seal.Key{}) || isForeign != (c.want != nil) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := w.ring(1, 0, 1).Make(t.Context(), "r.1", 1); !errors.Is(err, seal.ErrTaken) {
			t.Errorf("%s: another key is made: %v", name, err)
		}
	}
	full := marshal(t, good)
	for name, content := range map[string][]byte{"plain": full,
		"of the largest size": append(full, bytes.Repeat([]byte(" "), 64<<10-len(full))...)} {
		w.lay(t, key("1"), content)
		if err := gets(t.Context(), w.ring(1, 0, 1)); err != nil {
			t.Errorf("the good one, %s: %v", name, err)
		}
	}
	w.lay(t, "ann.=."+layout.Token("r.2")+".1", full)
	if _, err := w.ring(1, 0, 1).Get(t.Context(), "r.2", 1); !errors.Is(err, seal.ErrForeign) {
		t.Errorf("it is taken for another run: %v", err)
	}
}

func TestKeysAreForTheMachinesOfTheUserAlone(t *testing.T) {
	w := newTeam(t, 3)
	w.members[1].User = "bob"
	w.members[2].Recipient = "" // it has not told its key yet
	made(t, w.ring(0, 0, 1, 2), 1)
	if err := gets(t.Context(), w.ring(1, 0, 1)); err == nil {
		t.Error("another user's machine reads it")
	}
	w.lay(t, key("2"), marshal(t, w.forge(t, w.members[1], "2", make([]byte, 32), 0)))
	if _, err := w.ring(0, 0, 1).Get(t.Context(), "r.1", 2); !errors.Is(err, seal.ErrForeign) {
		t.Errorf("another user's machine makes keys for this user: %v", err)
	}
	if n, err := w.ring(0, 0, 1, 2).Rewrap(t.Context(), w.peers(1, 2)); err != nil || n != 1 {
		t.Errorf("%d keys were wrapped: %v", n, err)
	}
	if err := gets(t.Context(), w.ring(1, 0, 1)); err == nil {
		t.Error("another user's machine reads it since it was wrapped anew")
	}
}

func TestAKeyIsWrappedForAsManyMachinesAsAUserHas(t *testing.T) {
	w := newTeam(t, 201)
	var others []int
	for i := range 200 {
		others = append(others, i+1)
	}
	if err := makes(t.Context(), w.ring(0, others...)); err == nil || !strings.Contains(err.Error(), "200 machines") {
		t.Errorf("it is wrapped for 201 machines: %v", err)
	}
	want := made(t, w.ring(0, append(others[:199:199], 0)...), 1)
	if got, err := w.ring(199, 0).Get(t.Context(), "r.1", 1); err != nil || got != want {
		t.Errorf("the last of 200 does not read it: %v", err)
	}
}

func TestAMachineWhoseKeyIsNoneIsNamed(t *testing.T) {
	w := newTeam(t, 2)
	w.members[1].Name, w.members[1].Recipient = "attic", "age1nonsense"
	if err := makes(t.Context(), w.ring(0, 0, 1)); err == nil || !strings.Contains(err.Error(), "attic") {
		t.Error(err)
	}
	if made, err := w.ring(0, 0, 1).Made(); err != nil || len(made) != 0 {
		t.Errorf("it has made %v: %v", made, err)
	}
	w.members[1].Key, w.members[1].Recipient = "nonsense", w.members[0].Recipient
	w.lay(t, key("1"), fmt.Appendf(nil, `{"by":"nonsense"}`))
	if err := gets(t.Context(), w.ring(0, 0, 1)); !errors.Is(err, seal.ErrForeign) {
		t.Errorf("a machine without a key can sign: %v", err)
	}
}

// The membership of a machine may be damaged. It says so, and neither makes nor opens a key.
func TestAMachineWithoutItsSecretsHasNoKeys(t *testing.T) {
	w := newTeam(t, 2)
	made(t, w.ring(0, 0, 1), 1)
	whole := w.members[1]
	w.members[1].Identity = "nonsense"
	if got, err := w.ring(1, 0, 1).Get(t.Context(), "r.1", 1); err == nil || got != (seal.Key{}) {
		t.Errorf("it opens a key without its secret: %v", err)
	}
	w.members[1] = whole
	w.members[1].Seed = "nonsense"
	if got, err := w.ring(1, 0, 1).Make(t.Context(), "r.1", 2); err == nil || got != (seal.Key{}) {
		t.Errorf("it makes a key that it cannot sign: %v", err)
	}
	if n, err := w.ring(1, 0, 1).Rewrap(t.Context(), w.peers(0, 1)); err == nil || n != 0 {
		t.Errorf("it wraps %d keys that it cannot sign: %v", n, err)
	}
	w.members[0].Seed = "nonsense"
	if err := w.ring(0, 0, 1).Remove(t.Context(), "r.1"); err == nil {
		t.Error("it removes a run without its word")
	}
	if err := gets(t.Context(), w.ring(0, 0, 1)); err != nil {
		t.Errorf("what it could not remove is gone: %v", err)
	}
}
