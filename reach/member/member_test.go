package member_test

import (
	"crypto/ed25519"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/reach/member"
)

func made(t *testing.T) member.Member {
	t.Helper()
	m, err := member.New("laptop", "ann")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMembershipIsKept(t *testing.T) {
	data := t.TempDir()
	if _, err := member.Load(data); !errors.Is(err, member.ErrNone) {
		t.Errorf("before, it is %v", err)
	}
	m := made(t)
	m.URL, m.Roles = "tls://hub:4222", []member.Role{member.Node}
	if err := m.Save(data); err != nil {
		t.Fatal(err)
	}
	got, err := member.Load(data)
	if err != nil || !cmp.Equal(got, m) {
		t.Errorf("it comes back as %+v, %v", got, err)
	}
	info, err := os.Stat(filepath.Join(data, "reach", "member.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its file is %v, %v", info, err)
	}
}

func TestKeyProvesTheMachine(t *testing.T) {
	m := made(t)
	private, err := m.Private()
	if err != nil {
		t.Fatal(err)
	}
	public, err := m.Public()
	if err != nil {
		t.Fatal(err)
	}
	if !ed25519.Verify(public, []byte("words"), ed25519.Sign(private, []byte("words"))) {
		t.Error("what it signs, its public key does not know")
	}
}

// Whether a line has expired, the hub decides: the clock here may be off.
func TestLineIsReadAsItWasWritten(t *testing.T) {
	want := member.Line{URL: "tls://10.0.0.1:4222", Pin: "q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80=",
		Seed: made(t).Seed, Expires: 60}
	if got, err := member.ParseLine(" " + want.String() + "\n"); err != nil || got != want {
		t.Errorf("it comes back as %+v, %v", got, err)
	}
	for _, text := range []string{"", "hello", "stead1-", "stead1-e30", want.String()[:60], want.String() + "x"} {
		if _, err := member.ParseLine(text); !errors.Is(err, member.ErrLine) {
			t.Errorf("%q is %v", text, err)
		}
	}
}
