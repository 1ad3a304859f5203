package forks_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/forks"
)

func TestLogKeepsWhatWasNotedByAllAtOnce(t *testing.T) {
	l := forks.OpenLog(t.TempDir())
	if nodes, err := l.Nodes(); err != nil || len(nodes) != 0 {
		t.Errorf("no log holds %v, %v", nodes, err)
	}
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if err := l.Append(forks.Node{Session: fmt.Sprintf("claude:%d", i), Title: strings.Repeat("x", 5000)}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if nodes, err := l.Nodes(); err != nil || len(nodes) != 20 {
		t.Errorf("%d nodes, %v", len(nodes), err)
	}
	if info, err := os.Stat(l.Path()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// A process that is killed, or a full disk, may leave half a line.
func TestHalfALineTakesNoOtherAlong(t *testing.T) {
	l := forks.OpenLog(t.TempDir())
	first := forks.Node{Session: "claude:1", Time: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)}
	second := forks.Node{Session: "codex:2", Parent: "claude:1", At: "e", Turn: 2, Kind: "fork", Run: "r", Part: "ab:1/x"}
	for _, step := range []func() error{
		func() error { return l.Append(first) },
		func() error { return appendTo(l.Path(), `{"session":"claude:half","par`) },
		func() error { return l.Append(second) },
	} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	nodes, err := l.Nodes()
	if diff := cmp.Diff([]forks.Node{first, second}, nodes); diff != "" || err != nil {
		t.Errorf("%s%v", diff, err)
	}
}

func appendTo(path, text string) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString(text)
	return err
}

// drawn writes a tree in a line: each session with its children in brackets.
func drawn(t *forks.Tree) string {
	text := t.Session
	if len(t.Children) > 0 {
		var children []string
		for _, child := range t.Children {
			children = append(children, drawn(child))
		}
		text += "(" + strings.Join(children, " ") + ")"
	}
	return text
}

func TestForestJoinsWhatWasNoted(t *testing.T) {
	second := time.Date(2026, 11, 22, 0, 0, 1, 0, time.UTC)
	f := forks.Grow([]forks.Node{
		{Session: "b", Parent: "a"}, {Session: "c", Parent: "b"}, {Session: "d", Parent: "a"},
		// of each other: the log was tampered with
		{Session: "x", Parent: "y", Time: second}, {Session: "y", Parent: "x", Time: second},
		{Session: "self", Parent: "self"}, {Session: "b", Parent: "elsewhere"},
	})
	var all []string
	for _, root := range f.Roots() {
		all = append(all, drawn(root))
	}
	if got, want := strings.Join(all, " "), "y(x) a(b(c) d) self"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if root := f["c"].Root(); root.Session != "a" {
		t.Errorf("c comes from %s", root.Session)
	}
	var order []string
	for member := range f["a"].All() {
		order = append(order, member.Session)
	}
	if got := strings.Join(order, ""); got != "abcd" {
		t.Errorf("all in order are %s", got)
	}
}
