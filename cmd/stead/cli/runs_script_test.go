package cli

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// hostileText tries to colour, to rename the window and to hide, by 7-bit and 8-bit sequences.
const hostileText = "\x1b[31m\x1b]0;x\x07\u009b1m ow\u202ened\n"

// runsMade makes runs in each state. The test itself is the one that goes on.
func runsMade(ts *testscript.TestScript, _ bool, _ []string) {
	folder := runs.Open(ts.MkAbs("home/.local/share/stead"))
	dead := runs.Process{PID: os.Getpid(), Started: "long ago"}
	for _, r := range []runs.Run{
		{
			ID: "20261121-115500-aaaa", Status: runs.Running, State: signals.Permission,
			About: "shell: rm -rf build" + hostileText, Turns: 3,
			Usage: timeline.Usage{Input: 11_000, Output: 1_000}, Cost: 0.25, Supervisor: runs.Self(),
			To: runs.Session{CLI: "codex", ID: "c1"}, Started: time.Now().Add(-5 * time.Minute),
		},
		{
			ID: "20261121-115400-dddd", Status: runs.Running, State: signals.Working, Supervisor: dead,
			Hops: []runs.Hop{{To: runs.Session{CLI: "codex"}}},
			To:   runs.Session{CLI: "opencode", ID: "c2"}, Started: time.Now().Add(-time.Hour),
		},
		{ID: "20261121-115300-cccc", Status: runs.Completed, To: runs.Session{CLI: "codex", ID: "c3"},
			Started: time.Now().Add(-2 * time.Hour)},
		{
			ID: "20261121-115200-ffff", Status: runs.Failed, State: signals.Failed, Reason: "codex ended with exit code 1",
			To: runs.Session{CLI: "codex", ID: "c4"}, Started: time.Now().Add(-3 * time.Hour),
		},
		{
			ID: "20261121-115100-eeee", Status: runs.Interrupted, Reason: "interrupted",
			To: runs.Session{CLI: "codex", ID: "c5"}, Started: time.Now().Add(-4 * time.Hour),
		},
	} {
		r.From, r.Dir = runs.Session{CLI: "claude", ID: "a"}, "/home/user/demo-x"
		ts.Check(os.MkdirAll(folder.Dir(r.ID), 0o700))
		ts.Check(folder.Save(r))
		writeJournal(ts, folder.Journal(r.ID), r.To)
	}
}

// writeJournal makes a journal of one turn of the source and one of the run.
func writeJournal(ts *testscript.TestScript, path string, to runs.Session) {
	native := &timeline.Record{CLI: to.CLI, Session: to.ID, Line: 9}
	j, err := store.Create(path, timeline.Stream{
		Header: timeline.Header{ID: "a", Version: timeline.Version, Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of(&timeline.Entry{ID: "1", Type: timeline.User,
			Content: timeline.NewText("prompt to claude" + hostileText)}),
	})
	ts.Check(err)
	ts.Check(j.Append(
		&timeline.Entry{ID: "2", Type: timeline.User, Content: timeline.NewText("prompt to codex" + hostileText),
			Native: native},
		&timeline.Entry{ID: "3", Type: timeline.ToolCall, Tool: timeline.Unknown, OriginalTool: "x" + hostileText,
			Input: []byte(`{"a":"\u001b[31mb"}`), Native: native},
		&timeline.Entry{ID: "4", Type: timeline.ToolResult, CallID: "3", Error: timeline.NewText(hostileText),
			Output: timeline.NewText(hostileText), Native: native},
		&timeline.Entry{ID: "5", Type: timeline.Assistant, Content: timeline.NewText("answer of codex" + hostileText),
			Native: native},
	))
	ts.Check(j.Close())
}

// harmless checks that a file holds nothing that a terminal would obey but the ends of lines: harmless stdout.
func harmless(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: harmless file")
	}
	for line := range strings.SplitSeq(ts.ReadFile(args[0]), "\n") {
		if at := strings.IndexFunc(line, func(r rune) bool {
			return r < ' ' || r >= 0x7f && r < 0xa0 || r >= '\u202a' && r <= '\u202e'
		}); at >= 0 {
			ts.Fatalf("a terminal would obey %q in %s", line, filepath.Base(args[0]))
		}
	}
}
