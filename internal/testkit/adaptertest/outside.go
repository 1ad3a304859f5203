package adaptertest

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/inject/policy"
	"stead/timeline"
)

// evil is the value of everything that a stranger's session sets besides its conversation.
const evil = "an evil setting"

// checkOutside puts this value into every place of each recorded session that is not part of its conversation. It then
// writes what passes from a stranger into the CLI's own store, where none of it may appear.
func checkOutside(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		outside := policy.ConversationOf(armed(a.open(t, s)))
		outside.Stream.Header.Project.Path = "/home/user/here" // the folder of the user who continues it
		receipt, written := a.deliver(t, outside.Stream)
		if at := bytes.Index(written, []byte(evil)); at >= 0 {
			t.Errorf("%s: a stranger's setting is written: ...%s", s.fixture, written[max(0, at-100):min(len(written), at+100)])
		}
		if receipt.Entries > 0 && len(outside.LeftOut()) == 0 {
			t.Errorf("%s: nothing is said of what is left out", s.fixture)
		}
	})
}

// armed returns a session with settings in every record and member.
func armed(s timeline.Stream) timeline.Stream {
	h := s.Header
	extra := timeline.Extra{"evil": json.RawMessage(`"` + evil + `"`)}
	h.Extra, h.Source.Extra, h.Project.Extra, h.Model.Extra, h.Metadata.Extra = extra, extra, extra, extra, extra
	h.Project.Path, h.Project.Name = "/"+evil, evil
	h.Project.Git = &timeline.Git{Branch: evil, Commit: evil, Remote: evil}
	h.Model = timeline.Model{Provider: evil, Model: evil, Config: extra["evil"], Extra: extra}
	h.Lineage = &timeline.Lineage{Parent: evil, Kind: timeline.LineageFork, Run: evil, Extra: extra}
	made := timeline.Stream{Header: h, Cut: s.Cut, Entries: func(yield func(*timeline.Entry, error) bool) {
		for e, err := range s.Entries {
			if err == nil {
				e = armedEntry(e, extra)
			}
			if !yield(e, err) {
				return
			}
		}
	}}
	return made
}

func armedEntry(e *timeline.Entry, extra timeline.Extra) *timeline.Entry {
	made := *e
	made.Extra, made.Model = extra, evil
	if n := e.Native; n != nil && bytes.HasSuffix(n.Raw, []byte("}")) {
		native := *n
		native.Raw = append(bytes.Clone(n.Raw[:len(n.Raw)-1]), `,"evil":"`+evil+`"}`...)
		made.Native = &native
	}
	if e.Usage != nil {
		u := *e.Usage
		u.Extra = extra
		made.Usage = &u
	}
	if e.Origin != nil {
		o := *e.Origin
		o.Extra = extra
		made.Origin = &o
	}
	return &made
}

// checkBare checks that what passes from a stranger's session is limited to the members of a conversation: no native
// record, no model, no member that stead does not know.
func checkBare(t testing.TB, s timeline.Stream) {
	t.Helper()
	s = policy.ConversationOf(s).Stream
	if h := s.Header; h.Extra != nil || h.Source.Extra != nil || h.Metadata.Extra != nil ||
		!cmp.Equal(h.Model, timeline.Model{}) || !cmp.Equal(h.Project, timeline.Project{}) {
		t.Errorf("the header sets %+v", h)
	}
	for e := range s.Entries {
		isHidden := e.Hidden && e.Origin == nil
		if isHidden || e.Extra != nil || e.Model != "" || e.Native != nil && e.Native.Raw != nil || e.Origin != nil &&
			e.Origin.Extra != nil {
			t.Errorf("the entry %q sets something: %s", e.ID, e.AppendJSON(nil))
		}
	}
}
