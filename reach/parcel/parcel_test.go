package parcel_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/forks/worktree/travel"
	"stead/internal/testkit/sample"
	"stead/reach/parcel"
)

func TestSessionAndWorkGoThereAndComeHome(t *testing.T) {
	s, session := work(t), sample.Session()
	origin, err := travel.OriginOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	there := t.TempDir()
	p := unpack(t, bytes.NewReader(pack(t, parcel.Load{Session: &session, Origin: origin, Snapshot: &s,
		Tips: tips(t, s, nil)})))
	if diff := cmp.Diff(origin, p.Manifest.Origin); diff != "" {
		t.Error(diff)
	}
	if want := session.Header.Source.CLI + ":" + session.Header.Source.OriginalID; p.Manifest.Session != want {
		t.Errorf("the session is %s, want %s", p.Manifest.Session, want)
	}
	landed, err := p.Land(t.Context(), travel.Landing{Fresh: there + "/fresh", Path: there + "/tree",
		Branch: "stead/run", Name: "snapshot-run"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"main.txt": "two\n", "key.secret": "do not commit\n"} {
		if got, err := os.ReadFile(filepath.Join(landed.Tree.Dir(), name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	write(t, landed.Tree.Dir()+"/done.txt", "done\n")
	results, err := travel.ResultOf(t.Context(), landed.Tree, "What was done", travel.HavesAt(s))
	if err != nil {
		t.Fatal(err)
	}
	home := unpack(t, bytes.NewReader(pack(t, parcel.Load{Session: &session, Tips: results})))
	commit, err := home.Bring(t.Context(), s, "stead/run", travel.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	if got := git(t, s.Dir, "diff", "--name-only", s.Commit, commit); got != "done.txt" {
		t.Errorf("what was done is %q", got)
	}
	if _, err := p.Bring(t.Context(), s, "other", travel.Bounds{}); !errors.Is(err, parcel.ErrNoWork) {
		t.Errorf("what went there comes home: %v", err)
	}
	if _, err := home.Land(t.Context(), travel.Landing{}); !errors.Is(err, parcel.ErrNoWork) {
		t.Errorf("what came home lands: %v", err)
	}
}

func TestParcelOfNothing(t *testing.T) {
	p := unpack(t, bytes.NewReader(pack(t, parcel.Load{})))
	if _, err := p.Open(t.Context()); !errors.Is(err, parcel.ErrNoSession) {
		t.Error(err)
	}
}

// TestNothingIsReadBehindAParcel has two parcels come through one connection.
func TestNothingIsReadBehindAParcel(t *testing.T) {
	session := sample.Session()
	one := pack(t, parcel.Load{Session: &session})
	both := bytes.NewReader(append(bytes.Clone(one), one...))
	unpack(t, both)
	if both.Len() != len(one) {
		t.Errorf("%d bytes are left", both.Len())
	}
	unpack(t, both)
}

// TestDamagedParcelIsRefused changes bytes of a parcel and cuts it at many places, and leaves nothing of any.
func TestDamagedParcelIsRefused(t *testing.T) {
	s := work(t)
	whole := pack(t, parcel.Load{Snapshot: &s, Tips: tips(t, s, nil)})
	folder := t.TempDir()
	refuse := func(what string, at int, content []byte) {
		t.Helper()
		_, err := parcel.Unpack(t.Context(), bytes.NewReader(content), folder, 0)
		if !errors.Is(err, parcel.ErrDamaged) && !errors.Is(err, parcel.ErrTooLarge) && !errors.Is(err, parcel.ErrVersion) {
			t.Errorf("%s at %d, the error is %v", what, at, err)
		}
	}
	for at := 0; at < len(whole); at += 1 + at/50 {
		refuse("cut", at, whole[:at])
		changed := bytes.Clone(whole)
		changed[at] ^= 1
		refuse("changed", at, changed)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func TestHostileParcelIsRefused(t *testing.T) {
	const end = "\x00\x00\x00\x00"
	manifest := func(content string) string {
		return "stead-parcel\nm\x00\x00\x00\x00\x00\x00\x00" + string(rune(len(content))) + content + end
	}
	for content, want := range map[string]error{
		"GET / HTTP/1.1":                                  parcel.ErrDamaged,
		"stead-parcel\ns\x00\x00\x00\x00":                 parcel.ErrDamaged,
		"stead-parcel\nm\x00\x00\x00\x00\xff\xff\xff\xff": parcel.ErrDamaged,
		manifest(`{"version":2}`):                         parcel.ErrVersion,
		manifest(`[]`):                                    parcel.ErrDamaged,
		manifest(`{"version":1}`) + "s\x00\x00\x00\x00\x00\x00\x00\x01x" +
			end: parcel.ErrDamaged,
		manifest(`{"version":1,"session":"a:b"}`) + "s\x00\x00\x00\x01\x00\x00\x00\x01x" +
			end: parcel.ErrDamaged,
		manifest(`{"version":1,"session":"a:b"}`) + "s\x00\x00\x00\x00" + end + "s\x00\x00\x00\x00" +
			end: parcel.ErrDamaged,
		manifest(`{"version":1,"tips":[{}]}`) + "b\x00\x00\x00\x01\x00\x00\x00\x01x" +
			end: parcel.ErrDamaged,
		manifest(`{"version":1,"tips":[{}]}`) + "b\xff\xff\xff\xff\x00\x00\x00\x01x" +
			end: parcel.ErrDamaged,
		manifest(`{"version":1,"tips":[{}]}`) + "/\x00\x00\x00\x00\x00\x00\x00\x01x" +
			end: parcel.ErrDamaged,
		manifest(`{"version":1,"tips":[{}]}`) + "m\x00\x00\x00\x00\x00\x00\x00\x01x" +
			end: parcel.ErrDamaged,
		manifest(`{"version":1,"session":"a:b"}`) + "s\x00\x00\x00\x00\x00\x00\x01\x00" +
			string(make([]byte, 256)): parcel.ErrTooLarge,
	} {
		folder := t.TempDir()
		if _, err := parcel.Unpack(t.Context(), bytes.NewReader([]byte(content)), folder, 200); !errors.Is(err, want) {
			t.Errorf("%q is %v, want %v", content, err, want)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("of %q %v is left, %v", content, left, err)
		}
	}
}

func TestCancelledUnpackingLeavesNothing(t *testing.T) {
	session := sample.Session()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := parcel.Pack(ctx, io.Discard, parcel.Load{Session: &session}); !errors.Is(err, context.Canceled) {
		t.Errorf("packing is %v", err)
	}
	folder := t.TempDir()
	if _, err := parcel.Unpack(ctx, bytes.NewReader(pack(t, parcel.Load{Session: &session})), folder, 0); !errors.Is(err,
		context.Canceled) {
		t.Errorf("unpacking is %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}
