package index_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"stead/catalog/index"
	"stead/internal/testkit"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The tokens of a call and of its doubled output are counted once; each row names the record that says it.
func TestWhatIsIndexedOfASession(t *testing.T) {
	m := newMachine(t)
	k := newTalk(1)
	m.write(m.path("-p", 1), k.prompt("fix parser.go")+k.call("go test")+k.result("FAIL 日本", true)+k.answer("done")+
		k.turn("more"), os.O_TRUNC)
	agent := newTalk(2)
	m.write(filepath.Join(strings.TrimSuffix(m.path("-p", 1), ".jsonl"), "subagents", "agent-a1.jsonl"),
		agent.turn("agent"), os.O_TRUNC)
	x := m.index()
	if r := refresh(t, x); r.Read != 1 || r.Pending != 0 || len(r.Warnings) > 0 {
		t.Fatalf("%+v", r)
	}
	all := filepath.ToSlash(strings.ReplaceAll(strings.Join(dump(t, x, spelled), "\n"), m.home, "/home"))
	testkit.Golden(t, filepath.Join("testdata", "session.golden"), []byte(strings.ReplaceAll(all, "\uFDD0", "TOOL ")+"\n"))
}

func TestSessionsAreWhatAListShows(t *testing.T) {
	m := newMachine(t)
	m.write(m.path("-p", 1), newTalk(1).turn("one"), os.O_TRUNC)
	m.write(m.path("-q", 2), newTalk(2).turn("two"), os.O_TRUNC)
	x := m.index()
	report, err := x.Look(t.Context())
	m.must(err)
	all, err := x.Sessions(t.Context())
	m.must(err)
	if report.Looked != 2 || report.Pending != 2 || len(all) != 2 || all[0].Summary.Title != "please two" ||
		!all[0].Pending || all[0].Turns != 0 {
		t.Errorf("%+v\n%+v", report, all)
	}
	refresh(t, x)
	again := m.index()
	if report, err = again.Look(t.Context()); err != nil || report.Looked != 0 || report.Pending != 0 {
		t.Errorf("nothing has changed: %+v, %v", report, err)
	}
	if all, err = again.Sessions(t.Context()); err != nil || all[1].Turns != 1 || all[1].Pending ||
		all[1].Summary.ID != id(1) {
		t.Errorf("%+v, %v", all, err)
	}
}

// What stead has delivered is found, and counted nowhere.
func TestWhatSteadDeliveredIsNotCounted(t *testing.T) {
	m := newMachine(t)
	k := newTalk(1)
	m.write(m.path("-p", 1), k.turn("delivered")+k.turn("own"), os.O_TRUNC)
	o := m.options()
	o.Delivered = deliveredUpTo(4)
	x, err := index.Open(t.Context(), filepath.Join(m.home, "state", index.FileName), o)
	m.must(err)
	defer func() { m.must(x.Close()) }()
	refresh(t, x)
	var responses, calls, turns int
	m.must(
		x.DB().QueryRow(
			"SELECT (SELECT sum(responses) FROM usage), (SELECT sum(calls) FROM tooluse), (SELECT turns FROM session)").Scan(
			&responses, &calls, &turns))
	if responses != 2 || calls != 1 || turns != 2 {
		t.Errorf("%d responses, %d calls, %d turns", responses, calls, turns)
	}
}

// A server lists and watches at the same time. Whoever looks second finds nothing new, and must not show what was there
// before the first.
func TestTwoWhoListAtOnceSeeTheSame(t *testing.T) {
	for range 20 {
		m := newMachine(t)
		for n := range 3 {
			m.write(m.path("-p", n), newTalk(n).turn("one"), os.O_TRUNC)
		}
		x := m.index()
		var listing sync.WaitGroup
		for range 4 {
			listing.Go(func() {
				if all, _, err := x.List(t.Context()); err != nil || len(all) != 3 {
					t.Errorf("%d sessions are listed, %v", len(all), err)
				}
			})
		}
		listing.Wait()
	}
}
