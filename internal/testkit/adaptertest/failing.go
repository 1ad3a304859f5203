package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/resources"
	"stead/timeline"
	"stead/writers"
)

var errFault = errors.New("a fault that the test made")

// failAfter is a destination that fails after this many bytes.
type failAfter int

func (f *failAfter) Write(data []byte) (int, error) {
	if len(data) > int(*f) {
		n := int(*f)
		*f = 0
		return n, errFault
	}
	*f -= failAfter(len(data))
	return len(data), nil
}

func checkFailingDestination(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		plan, err := a.Writer.Plan(s.store, a.open(t, s), options(""))
		if err != nil {
			t.Fatalf("%s: plan: %v", s.fixture, err)
		}
		var whole bytes.Buffer
		if _, err := a.Writer.Encode(context.Background(), &whole, plan); err != nil {
			t.Errorf("%s: encode: %v", s.fixture, err)
		}
		for _, limit := range []failAfter{0, 1, 100, failAfter(whole.Len() / 2)} {
			size := limit
			if _, err := a.Writer.Encode(context.Background(), &limit, plan); !errors.Is(err, errFault) {
				t.Errorf("%s: destination fails after %d bytes: error %v", s.fixture, size, err)
			}
		}
	})
}

// diskLimit is larger than the go command's log of a test, because the limit of file sizes applies to the whole
// process.
const diskLimit = 16 << 20

// checkBlockedFolder writes to a store whose folder's place is taken by a file. That stops even root, which permissions
// do not stop.
func checkBlockedFolder(t testing.TB, a Adapter) {
	a.needsWriter(t)
	_, blocked := a.store(t)
	blocked.Root = filepath.Join(blocked.Root, "folder") // a format without a store has the home itself as its root
	fixtures.Put(t, blocked.Root, []byte("a file where the store's folder should be"))
	plan, err := a.Writer.Plan(blocked, a.open(t, a.first(t)), options(""))
	a.mustFail(t, "a file in the folder's place", filepath.Dir(blocked.Root), plan, err)
}

// checkFullDisk writes more than the limit of a file's size, which simulates a full disk.
func checkFullDisk(t testing.TB, a Adapter) {
	a.needsWriter(t)
	if a.Records != nil {
		t.Skip("the format's sessions cannot be lengthened beyond the limit that stands for a full disk")
	}
	s := a.first(t)
	lengthen(t, s.location.Path, 3, diskLimit/2)
	host, full := a.store(t)
	plan, err := a.Writer.Plan(full, a.open(t, s), options(""))
	limited, restore := resources.LimitFileSize(diskLimit)
	if !limited {
		t.Skip("the system has no limit of file sizes, which stands for a full disk")
	}
	defer restore()
	a.mustFail(t, "a full disk", host.Home, plan, err)
}

// mustFail writes a plan, which must fail and leave the folder unchanged.
func (a Adapter) mustFail(t testing.TB, fault, folder string, plan writers.Plan, err error) {
	t.Helper()
	before := names(fixtures.Snapshot(t, folder))
	if err == nil {
		_, err = a.Writer.Write(context.Background(), plan)
	}
	if err == nil {
		t.Errorf("%s: the writing reports no error", fault)
	}
	if diff := cmp.Diff(before, names(fixtures.Snapshot(t, folder))); diff != "" {
		t.Errorf("%s: the writing left something behind (-before +after):\n%s", fault, diff)
	}
}

// checkFailingSource writes streams that end with an error: at the beginning, in the middle and after all entries.
func checkFailingSource(t testing.TB, a Adapter) {
	a.needsWriter(t)
	s := a.first(t)
	entries := collect(t, s.fixture, a.open(t, s))
	for _, count := range []int{0, len(entries) / 2, len(entries)} {
		stream := a.open(t, s)
		stream.Entries = failingAfter(entries[:count])
		host, store := a.newStore(t)
		if err := os.MkdirAll(store.Root, 0o700); err != nil {
			t.Fatal(err)
		}
		before := fixtures.Snapshot(t, host.Home)
		plan, err := a.Writer.Plan(store, stream, options(""))
		if err == nil {
			_, err = a.Writer.Write(context.Background(), plan)
		}
		if !errors.Is(err, errFault) {
			t.Errorf("the source fails after %d entries: error %v", count, err)
		}
		if diff := cmp.Diff(names(before), names(fixtures.Snapshot(t, host.Home))); diff != "" {
			t.Errorf("the source fails after %d entries: something stays (-before +after):\n%s", count, diff)
		}
	}
}

func failingAfter(entries []*timeline.Entry) iter.Seq2[*timeline.Entry, error] {
	return func(yield func(*timeline.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
		yield(nil, errFault)
	}
}
