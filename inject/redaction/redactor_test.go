package redaction

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/inject"
	"stead/timeline"
	"stead/writers"
)

// session is one of Claude Code's, with a sub-agent. Its second answer was written by Codex.
func session(texts ...string) timeline.Stream {
	var all []*timeline.Entry
	for i, text := range texts {
		kind := timeline.User
		if i%2 == 1 {
			kind = timeline.Assistant
		}
		e := &timeline.Entry{ID: string(rune('a' + i)), Type: kind, Content: timeline.NewText(text),
			Native: &timeline.Record{CLI: "claude", Line: i + 1, Raw: []byte("{}")}}
		if i == 3 {
			e.Native.CLI = "codex"
		}
		all = append(all, e)
	}
	return timeline.Stream{Header: timeline.Header{ID: "s", Source: timeline.Source{CLI: "claude"}},
		Entries: timeline.Of(all...)}
}

// isNot returns what tells that a CLI is foreign to one vendor's, and counts how often it is asked.
func isNot(vendor string, asked *int) func(string) bool {
	return func(cli string) bool {
		*asked++
		return cli != vendor
	}
}

// passed is a session as a target gets it, with the report.
func passed(t *testing.T, s timeline.Stream, target string,
	p Policy) ([]*timeline.Entry, timeline.Stream, writers.Secrets) {
	t.Helper()
	var asked int
	r, err := NewLearner(p, words{}, isNot(target, &asked)).Redactor(t.Context(), s, target, p)
	if err != nil {
		t.Fatal(err)
	}
	around := r.Around(s)
	pass := r.Pass(s.Header)
	var all []*timeline.Entry
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		m := pass.Mask(e)
		all = append(all, pass.Sent(m, m.Entry))
	}
	for _, child := range around.Children {
		for e, err := range child.Entries {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		}
	}
	if asked > 2 {
		t.Errorf("it was asked %d times whose two CLIs are", asked)
	}
	return all, around, r.Report()
}

func texts(all []*timeline.Entry) (said []string) {
	for _, e := range all {
		said = append(said, e.Content.String())
	}
	return said
}

func TestSecretsGoToNoOtherVendor(t *testing.T) {
	const masked, second = "[redacted: key]", "[redacted: key 2]"
	given := []string{"use KEYone", "no", "again KEYone", "KEYtwo of codex"}
	for name, c := range map[string]struct {
		target string
		policy Policy
		want   []string
		report writers.Secrets
	}{
		"another vendor": {"gemini", Mask, []string{"use " + masked, "no", "again " + masked, second + " of codex"},
			writers.Secrets{
				Check: writers.Checked, Masked: []writers.MaskedSecret{{Rule: "key", Where: "a prompt", Entry: "a", Count: 2},
					{Rule: "key", Where: "an answer", Entry: "d", Count: 1}},
			}},
		"the same vendor": {"claude", Mask, []string{"use KEYone", "no", "again KEYone", masked + " of codex"},
			writers.Secrets{
				Check: writers.Checked, Masked: []writers.MaskedSecret{{Rule: "key", Where: "an answer", Entry: "d", Count: 1}},
			}},
		"always": {"claude", Always, []string{"use " + masked, "no", "again " + masked, second + " of codex"},
			writers.Secrets{
				Check: writers.Checked, Masked: []writers.MaskedSecret{{Rule: "key", Where: "a prompt", Entry: "a", Count: 2},
					{Rule: "key", Where: "an answer", Entry: "d", Count: 1}},
			}},
		"off": {"gemini", Off, given, writers.Secrets{
			Check: writers.Checked, Sent: []writers.MaskedSecret{{Rule: "key", Where: "a prompt", Entry: "a", Count: 2},
				{Rule: "key", Where: "an answer", Entry: "d", Count: 1}},
		}},
	} {
		all, around, report := passed(t, session(given...), c.target, c.policy)
		if diff := cmp.Diff(c.want, texts(all)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(c.report, report); diff != "" {
			t.Errorf("%s: the report (-want +got):\n%s", name, diff)
		}
		if around.Cut != (c.policy == Always) {
			t.Errorf("%s: cut is %v", name, around.Cut)
		}
	}
}

// TestRecordsOfMaskedEntriesStayBehind has the native records, in which the secrets stand, taken from what goes to
// another vendor.
func TestRecordsOfMaskedEntriesStayBehind(t *testing.T) {
	given := session("KEYone", "no", "no", "of codex")
	all, _, _ := passed(t, given, "gemini", Mask)
	for i, e := range all {
		switch {
		case i == 3 && (e.Native == nil || e.Native.CLI != "codex" || e.Native.Raw != nil || e.Native.Line != 0):
			t.Errorf("of Codex's entry is left: %+v", e.Native)
		case i < 3 && e.Native != nil:
			t.Errorf("entry %d keeps its record", i)
		}
	}
	toCodex, _, _ := passed(t, given, "codex", Mask)
	if toCodex[3].Native == nil || toCodex[3].Native.Raw == nil {
		t.Error("Codex does not get its own record back")
	}
	off, _, _ := passed(t, given, "gemini", Off)
	for e := range given.Entries {
		if !slices.ContainsFunc(off, func(sent *timeline.Entry) bool {
			return sent.ID == e.ID && sent.Native != nil && sent.Native.Raw != nil
		}) {
			t.Errorf("with off, entry %s has lost its record", e.ID)
		}
	}
}

func TestSubAgentsAndHeadersAreMaskedToo(t *testing.T) {
	s := session("no", "no")
	s.Header.Project.Path = "KEYhead"
	child := session("KEYchild", "no")
	child.Header.Project.Path = "KEYhead"
	s.Children = []timeline.Stream{child}
	all, around, report := passed(t, s, "gemini", Mask)
	if said := texts(all); said[2] == "KEYchild" || !strings.HasPrefix(said[2], "[redacted: key") {
		t.Errorf("the sub-agent said %q", said)
	}
	for _, h := range []timeline.Header{around.Header, around.Children[0].Header} {
		if !strings.HasPrefix(h.Project.Path, "[redacted: key") {
			t.Errorf("a header has %q", h.Project.Path)
		}
	}
	want := []writers.MaskedSecret{{Rule: "key", Where: "the session's header", Count: 2},
		{Rule: "key", Where: "a prompt", Entry: "a", Count: 1}}
	if diff := cmp.Diff(want, report.Masked); diff != "" {
		t.Errorf("the report (-want +got):\n%s", diff)
	}
	if child.Header.Project.Path != "KEYhead" || s.Header.Project.Path != "KEYhead" {
		t.Error("the given session was changed")
	}
	_, off, sent := passed(t, s, "gemini", Off)
	if off.Header.Project.Path != "KEYhead" || len(sent.Sent) != 2 {
		t.Errorf("with off the header has %q, and %d are reported", off.Header.Project.Path, len(sent.Sent))
	}
	_, home, same := passed(t, s, "claude", Mask)
	if home.Header.Project.Path != "KEYhead" || same.Check != writers.SameVendor {
		t.Errorf("at home the header has %q, the check is %s", home.Header.Project.Path, same.Check)
	}
}

func TestHiddenEntriesAreMaskedAndNotReported(t *testing.T) {
	s := session("KEYone", "no")
	for e := range s.Entries {
		e.Hidden = true
	}
	if all, _, report := passed(t, s, "gemini", Mask); texts(all)[0] != "[redacted: key]" || report.Masked != nil {
		t.Errorf("%q, reported %v", texts(all), report.Masked)
	}
	if _, _, report := passed(t, s, "gemini", Always); len(report.Masked) != 1 {
		t.Errorf("with always, reported are %v", report.Masked)
	}
}

// TestEverythingOfAnEntryIsLearned has each part tell a secret of which only another part makes use.
func TestEverythingOfAnEntryIsLearned(t *testing.T) {
	part := timeline.NewText("KEYpart")
	for name, e := range map[string]*timeline.Entry{
		"content": {Content: part}, "thinking": {Thinking: part}, "output": {Output: part}, "error": {Error: part},
		"input": {Input: []byte(`{"a":"KEYpart"}`)}, "an escape in the input": {Input: []byte(`{"a":"\u004bEYpart"}`)},
		"an unknown member":  {Extra: timeline.Extra{"x": []byte(`"KEYpart"`)}},
		"an origin's name":   {Origin: &timeline.Origin{Name: "KEYpart"}},
		"what was typed":     {Origin: &timeline.Origin{Typed: part}},
		"an origin's member": {Origin: &timeline.Origin{Extra: timeline.Extra{"x": []byte(`"KEYpart"`)}}},
		"an attachment":      {Attachments: []timeline.Attachment{{Name: "KEYpart"}}},
		"an attached text":   {Attachments: []timeline.Attachment{{Name: "a", Data: timeline.NewText("S0VZcGFydA==")}}},
	} {
		l := NewLearner(Mask, words{}, func(string) bool { return true })
		l.learn(e)
		if !l.masks.knows("KEYpart") {
			t.Errorf("%s: it is not learned", name)
		}
	}
}

func TestSessionThatWasReadIsNotReadAgain(t *testing.T) {
	reads := 0
	s := session("KEYone", "no")
	all := s.Entries
	s.Entries = func(yield func(*timeline.Entry, error) bool) { reads++; all(yield) }
	l := NewLearner(Mask, words{}, func(string) bool { return true })
	for range l.Over(s).Entries {
	}
	if _, err := l.Redactor(t.Context(), s, "gemini", Mask); err != nil || reads != 1 {
		t.Errorf("it was read %d times, error %v", reads, err)
	}
	half := NewLearner(Mask, words{}, func(string) bool { return true })
	for range half.Over(s).Entries {
		break
	}
	if _, err := half.Redactor(t.Context(), s, "gemini", Mask); err != nil || reads != 3 {
		t.Errorf("what was read by half was read %d times in all, error %v", reads, err)
	}
	var nobody *Learner
	if same := nobody.Over(s); len(same.Children) != 0 || same.Header.ID != "s" {
		t.Error("nobody learns something")
	}
}

func TestSourceThatFailsFailsTheRedactor(t *testing.T) {
	failed := errors.New("no disk")
	broken := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, failed) }}
	for name, s := range map[string]timeline.Stream{"itself": broken,
		"a sub-agent": {Entries: timeline.Of(), Children: []timeline.Stream{broken}}} {
		l := NewLearner(Mask, words{}, func(string) bool { return true })
		if _, err := l.Redactor(t.Context(), s, "gemini", Mask); !errors.Is(err, failed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// once is what is written of a session that is read once, each text a line, with whether it may hold a secret, and the
// report.
func once(t *testing.T, s timeline.Stream) (written string, leaks bool, report writers.Secrets) {
	t.Helper()
	r, s := NewLearner(Mask, words{}, func(cli string) bool { return cli == "claude" }).RedactorOfOnePass(s, "gemini",
		Mask)
	around, pass := r.Around(s), r.Pass(s.Header)
	written = around.Header.Project.Path + "\n"
	for e, err := range around.Entries {
		if err != nil {
			t.Fatal(err)
		}
		m := pass.Mask(e)
		sent := pass.Sent(m, m.Entry)
		if sent.Native != nil && sent.Native.CLI == "claude" {
			t.Error("an entry keeps its record")
		}
		written += string(sent.Content.Inner()) + "\n"
	}
	leaks, err := r.IsIn(strings.NewReader(written), int64(len(written)))
	if err != nil {
		t.Fatal(err)
	}
	return written, leaks, r.Report()
}

func TestSessionIsMaskedWhileItIsReadOnce(t *testing.T) {
	titled := session("no", "again KEYhead")
	titled.Header.Project.Path = "KEYhead"
	cut := timeline.Stream{Header: titled.Header, Entries: timeline.Of(
		&timeline.Entry{ID: "a", Type: timeline.User, Content: timeline.NewText("it is KEYabc")}, &timeline.Entry{ID: "b",
			Type: timeline.User, Content: timeline.NewText("def.")})}
	cut.Header.Project.Path = ""
	escaped := session("", "it is KEYhidden1234")
	hidden := &timeline.Entry{ID: "h", Type: timeline.User, Content: timeline.RawText([]byte(`"KE\u0059hidden1234"`))}
	rest := escaped.Entries
	escaped.Entries = func(yield func(*timeline.Entry, error) bool) {
		if yield(hidden, nil) {
			rest(yield)
		}
	}
	for name, c := range map[string]struct {
		session timeline.Stream
		want    string
		leaks   bool
		masked  int
	}{
		"none": {session("no", "no"), "\nno\nno\n", false, 0},
		"one, twice": {session("is KEYone", "no", "KEYone, KEYtwo"),
			"\nis [redacted: key]\nno\n[redacted: key], [redacted: key 2]\n", false, 3},
		"in the header":              {titled, "[redacted: key]\nno\nagain [redacted: key]\n", false, 2},
		"across two entries":         {cut, "", true, 2},
		"written otherwise before":   {escaped, "", true, 1},
		"of Codex, which may see it": {session("", "", "", "KEYone"), "\n\n\n\nKEYone\n", false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			written, leaks, report := once(t, c.session)
			masked := 0
			for _, m := range report.Masked {
				masked += m.Count
			}
			if leaks != c.leaks || !leaks && (written != c.want || masked != c.masked) || report.Check != writers.Checked {
				t.Errorf("%q is written with %d masked, it leaks: %v, report %+v", written, masked, leaks, report)
			}
		})
	}
}

// TestKeyIsCutWhereOneTextEnds has a key stand across two answers, and halves of it elsewhere.
func TestKeyIsCutWhereOneTextEnds(t *testing.T) {
	answer := func(id, text string) *timeline.Entry {
		return &timeline.Entry{ID: id, Type: timeline.Assistant, Content: timeline.NewText(text)}
	}
	s := timeline.Stream{Entries: timeline.Of(answer("a", "it is KEYabc"), answer("b", "def."),
		answer("c", "def. KEYabcx"), &timeline.Entry{ID: "d", Type: timeline.User, Content: timeline.NewText("ghi")})}
	all, _, _ := passed(t, s, "gemini", Mask)
	for i, want := range []string{"it is [redacted: key", "[redacted: key"} {
		if got := all[i].Content.String(); !strings.HasPrefix(got, want) || strings.Contains(got, "abc") ||
			strings.Contains(got, "def") {
			t.Errorf("answer %d is %q", i, got)
		}
	}
	if got := all[2].Content.String(); !strings.HasPrefix(got, "def.") {
		t.Errorf("the half is masked where it is a word: %q", got)
	}
	if got := all[3].Content.String(); got != "ghi" {
		t.Errorf("a prompt goes on with an answer: %q", got)
	}
}

func TestTheUserIsShownWhatWouldBeSent(t *testing.T) {
	s := session("use KEYone now", "no")
	s.Header.Project.Path = "KEYhead"
	s.Children = []timeline.Stream{session("KEYchild")}
	l := NewLearner(Ask, words{}, func(string) bool { return true })
	r, err := l.Redactor(t.Context(), s, "gemini", Ask)
	if err != nil {
		t.Fatal(err)
	}
	asked := (*SecretsError)(nil)
	if !errors.As(r.Question(t.Context(), s, "Gemini CLI"), &asked) || asked.Count != 3 || asked.Title != "Gemini CLI" {
		t.Fatalf("asked is %+v", asked)
	}
	if first := asked.Sightings[0]; first.Where != "the session's header" || first.Entry != "" || first.Excerpt != "" {
		t.Errorf("first comes %+v", first)
	}
	if second := asked.Sightings[1]; second.Where != "a prompt" || second.Entry != "a" ||
		!strings.HasPrefix(second.Excerpt, "use [redacted: key") || !strings.HasSuffix(second.Excerpt, "] now") {
		t.Errorf("second comes %+v", second)
	}
	var nobody *Redactor
	if err := nobody.Question(t.Context(), s, ""); err != nil {
		t.Error(err)
	}
	many := session(slices.Repeat([]string{"KEYone"}, mostSightings+1)...)
	if errors.As(r.Question(t.Context(), many, ""), &asked); asked.Count != mostSightings+1 ||
		len(asked.Sightings) != mostSightings {
		t.Errorf("of %d, %d are shown", asked.Count, len(asked.Sightings))
	}
	if err := r.Question(t.Context(), session("no"), ""); err != nil {
		t.Errorf("without a secret the user is asked: %v", err)
	}
	failed := errors.New("no disk")
	broken := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, failed) }}
	if err := r.Question(t.Context(), broken, ""); !errors.Is(err, failed) {
		t.Errorf("of a source that fails: %v", err)
	}
}

func TestExcerptIsOfThePartThatHoldsTheSecret(t *testing.T) {
	text := timeline.NewText("is [redacted: key] here")
	for name, e := range map[string]*timeline.Entry{
		"content": {Content: text}, "thinking": {Thinking: text}, "output": {Output: text}, "error": {Error: text},
		"typed": {Origin: &timeline.Origin{Typed: text}},
	} {
		if got := excerpt(Masked{Entry: e}, "key"); got != "is [redacted: key] here" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := excerpt(Masked{Entry: &timeline.Entry{Input: []byte(`{"a":"[redacted: key]"}`)}},
		"key"); got != `{"a":"[redacted: key]"}` {
		t.Errorf("input: %q", got)
	}
	if got := excerpt(Masked{Entry: &timeline.Entry{Content: text}}, "token"); got != "" {
		t.Errorf("of another rule: %q", got)
	}
}

func TestOutputIsNamedAfterItsTool(t *testing.T) {
	tally := newTally()
	output := Masked{Entry: &timeline.Entry{ID: "r", Type: timeline.ToolResult, CallID: "c"},
		finds: []find{{"key", "output"}}}
	tally.count(Masked{Entry: &timeline.Entry{ID: "c", Type: timeline.ToolCall, Tool: "bash"},
		finds: []find{{"key", "arguments of bash"}}})
	tally.count(output)
	tally.count(output) // its call has its result
	want := []writers.MaskedSecret{
		{Rule: "key", Where: "arguments of bash", Entry: "c", Count: 1},
		{Rule: "key", Where: "output of bash", Entry: "r", Count: 1}, {Rule: "key", Where: "output", Entry: "r", Count: 1},
	}
	if diff := cmp.Diff(want, tally.masked); diff != "" {
		t.Error(diff)
	}
}

func TestPolicies(t *testing.T) {
	for text, want := range map[string]struct {
		policy, unasked, inFile Policy
		isOn                    bool
	}{
		"": {Off, Off, Off, false}, "off": {Off, Off, Off, false}, "ask": {Ask, Mask, Off, true},
		"mask": {Mask, Mask, Always, true}, "always": {Always, Always, Always, true},
	} {
		p, err := Parse(text)
		if err != nil || p != want.policy || p.Unasked() != want.unasked || p.InFile() != want.inFile ||
			p.IsOn() != want.isOn {
			t.Errorf("%q: %q %v, unasked %q, in a file %q, on %v", text, p, err, p.Unasked(), p.InFile(), p.IsOn())
		}
	}
	if _, err := Parse("some"); !errors.Is(err, inject.ErrPolicy) || !strings.Contains(err.Error(), `"some"`) {
		t.Errorf("the error is %v", err)
	}
}
