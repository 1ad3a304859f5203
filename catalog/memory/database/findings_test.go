package database

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
)

// alsoInOrg are the tables that follow from findings.
var alsoInOrg = map[string]bool{"decisions": true, "error_solutions": true, "skill_learnings": true, "patterns": true,
	"evidence": true}

// sessionsKnown matches the column known_seq, which follows from findings.
var sessionsKnown = regexp.MustCompile(`(?m)^(sessions .*) \d+$`)

func learnt(rule string, seqs ...int) memory.Finding {
	f := memory.Finding{Kind: memory.SkillLearningKind, Rule: "ordered", Confidence: 0.5,
		SkillLearning: &memory.SkillLearning{Rule: rule}}
	for _, seq := range append([]int{1}, seqs...) {
		f.Evidence = append(f.Evidence, memory.Evidence{Part: memory.PartStatement, Seq: seq})
	}
	return f
}

func TestFindingsOfASessionAreReplaced(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	d, _ := f.opened(Options{})
	a, b := memory.SessionKey{LLMSource: "claude", Session: "s1"}, memory.SessionKey{LLMSource: "codex", Session: "s9"}
	const query = "SELECT rule, times_seen, confidence > 0.5 FROM skill_learnings ORDER BY rule"
	for _, step := range []struct {
		key  memory.SessionKey
		keep []memory.Finding
		want []string
	}{
		{a, []memory.Finding{learnt("use tabs"), learnt("never push", 2)}, []string{"never push 2 1", "use tabs 1 0"}},
		{b, []memory.Finding{learnt("Use tabs.")}, []string{"Use tabs. 2 1", "never push 2 1"}},
		{a, []memory.Finding{learnt("never push")}, []string{"Use tabs. 1 0", "never push 1 0"}},
		{a, nil, []string{"Use tabs. 1 0"}},
		{b, nil, nil},
	} {
		if err := d.KeepFindings(t.Context(), step.key, step.keep); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(step.want, d.ask(t, "skill_learnings", query)); diff != "" {
			t.Errorf("after %v of %v (-want +got):\n%s", step.keep, step.key, diff)
		}
	}
	if rest := d.ask(t, "evidence", "SELECT * FROM evidence"); rest != nil {
		t.Errorf("evidence without a finding: %v", rest)
	}
}

func TestEveryKindOfFindingIsKept(t *testing.T) {
	f := newFiles(t)
	d, _ := f.opened(Options{Tenant: "t"})
	at := []memory.Evidence{{Part: memory.PartStatement, Hash: "h"}, {Part: memory.PartError, Hash: "h"},
		{Part: memory.PartOccurrence, Hash: "h"}}
	findings := []memory.Finding{
		{Kind: memory.DecisionKind, Rule: "settled", Evidence: at,
			Decision: &memory.Decision{Choice: "SQLite", Rejected: []string{"files"}, SupersededBy: "postgres"}},
		{Kind: memory.ErrorSolutionKind, Rule: "edited", Evidence: at,
			ErrorSolution: &memory.ErrorSolution{Signature: "boom", Command: "go test", Fix: "a.go", Files: []string{"a.go"}}},
		{Kind: memory.PatternKind, Rule: "sequence", Evidence: at,
			Pattern: &memory.Pattern{Kind: "steps", Steps: []string{"edit", "bash"}}},
		learnt("use tabs"),
	}
	if err := d.KeepFindings(t.Context(), memory.SessionKey{LLMSource: "claude", Session: "s1"}, findings); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"SELECT choice, rejected, superseded_by = '" + memory.FindingID("t", memory.DecisionKind, "postgres") +
			"' FROM decisions": `SQLite ["files"] 1`,
		"SELECT signature, command, fix, files, times_seen FROM error_solutions": `boom go test a.go ["a.go"] 1`,
		"SELECT kind, steps FROM patterns":                                       `steps ["edit","bash"]`,
		"SELECT rule FROM skill_learnings":                                       `use tabs`,
	} {
		if got := d.ask(t, "evidence", query); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
}

func TestConversationIsTheSession(t *testing.T) {
	f := newFiles(t)
	f.Everyday()
	d, _ := f.opened(Options{})
	keys, err := d.Changed(t.Context())
	if want := []memory.SessionKey{{LLMSource: "claude", Session: "s1"}}; err != nil || !cmp.Equal(keys, want) {
		t.Fatalf("%v, %v", keys, err)
	}
	c, err := d.Conversation(t.Context(), keys[0])
	if err != nil || c.Project != "/p" || c.Branch != "main" || c.File != "/s/s1.jsonl" {
		t.Fatalf("%+v, %v", c, err)
	}
	var steps []memory.Step
	for s, err := range c.Steps {
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, s)
	}
	if len(steps) != 11 || steps[1].Text != "bash\ncommand: git commit" ||
		string(steps[1].Input) != `{"command":"git commit -m x"}` ||
		steps[2].Success == nil || !*steps[2].Success || steps[2].CallID != "c1" || steps[2].Role != memory.RoleTool {
		t.Errorf("%+v", steps)
	}
	if err := d.KeepFindings(t.Context(), keys[0], nil); err != nil {
		t.Fatal(err)
	}
	if keys, err := d.Changed(t.Context()); err != nil || keys != nil {
		t.Errorf("%v, %v: the session was looked at", keys, err)
	}
	f.Say("s1", memory.KindPrompt, "And more")
	f.Write()
	if _, err := d.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if keys, err := d.Changed(t.Context()); err != nil || len(keys) != 1 {
		t.Errorf("%v, %v: the session has grown", keys, err)
	}
	if _, err := d.Conversation(t.Context(), memory.SessionKey{LLMSource: "claude", Session: "none"}); err == nil {
		t.Error("a session that is not there has a conversation")
	}
}
