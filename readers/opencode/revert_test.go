package opencode_test

import (
	"testing"

	"stead/readers"
	"stead/readers/opencode"
)

// moved checks whether the tail reports that the user has gone back.
func moved(t *testing.T, tail readers.Tail, when string, want bool) {
	t.Helper()
	p, err := tail.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p.Moved != want {
		t.Errorf("%s: the path has moved: %v, want %v", when, p.Moved, want)
	}
}

// TestTailTellsWhatIsTakenBack does what OpenCode does for /undo, /redo, and a prompt after another /undo: it deletes
// what was taken back.
func TestTailTellsWhatIsTakenBack(t *testing.T) {
	l := newLive(t)
	tail := l.tail()
	for _, id := range []string{"1", "2"} {
		l.message("msg_"+id+"1", `{"role":"user"}`)
		l.part("msg_"+id+"1", "prt_"+id+"1", `{"type":"text","text":"hello"}`)
		l.message("msg_"+id+"2", stopped)
		l.part("msg_"+id+"2", "prt_"+id+"2", `{"type":"text","text":"Done."}`)
	}
	moved(t, tail, "after two turns", false)
	l.run(`UPDATE session SET revert = '{"messageID":"msg_21"}'`)
	moved(t, tail, "after /undo", true)
	l.run(`UPDATE session SET revert = NULL`)
	moved(t, tail, "after /redo", true)
	l.run(`UPDATE session SET title = 'another'`)
	moved(t, tail, "after a title", false)
	l.run(`UPDATE session SET revert = '{"messageID":"msg_21"}'`)
	moved(t, tail, "after /undo", true)
	l.run(`DELETE FROM message WHERE id LIKE 'msg_2%'`)
	l.run(`UPDATE session SET revert = NULL`)
	moved(t, tail, "after the next prompt", true)
	l.message("msg_31", `{"role":"user"}`)
	l.part("msg_31", "prt_31", `{"type":"text","text":"instead"}`)
	l.message("msg_32", stopped)
	l.sees(tail, "after the turn", "user(instead) completed")
	if !(opencode.Reader{}).Info().Forgets {
		t.Error("records are known by their places, which are those of others now")
	}
}

// TestTailWaitsForTheOutputOfACommand has an answer for a command of the user that is complete before it contains the
// command's output.
func TestTailWaitsForTheOutputOfACommand(t *testing.T) {
	l := newLive(t)
	tail := l.tail()
	l.message("msg_1", `{"role":"user"}`)
	l.part("msg_1", "prt_1", `{"type":"text","text":"The following tool was executed by the user","synthetic":true}`)
	l.message("msg_2", stopped)
	l.part("msg_2", "prt_2",
		`{"type":"tool","tool":"bash","callID":"c","state":{"status":"running","input":{"command":"ls"}}}`)
	if _, err := tail.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.update("part", "prt_2",
		`{"type":"tool","tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"ls"},"output":"a"}}`)
	p, err := tail.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Entries {
		if e.Output.String() == "a" || e.Content.String() == "a" {
			return
		}
	}
	t.Errorf("the output is in none of %d entries", len(p.Entries))
}
