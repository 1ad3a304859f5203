package database

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/catalog/memory"
)

// decided is a decision that a session of a project settles.
func decided(project, when, choice string, rejected ...string) memory.Finding {
	return memory.Finding{
		Kind: memory.DecisionKind, Rule: "settled", Decision: &memory.Decision{Choice: choice, Rejected: rejected},
		Evidence: []memory.Evidence{{Part: memory.PartStatement, Hash: "h", Project: project, Occurred: when}},
	}
}

func TestALaterSessionReplacesADecisionOfItsProject(t *testing.T) {
	f := newFiles(t)
	d, _ := f.opened(Options{Tenant: "t"})
	const november = "2026-11-0"
	for session, findings := range map[string][]memory.Finding{
		"s1": {decided("/p", november+"1", "MySQL"), decided("/p", november+"1", "tabs"),
			decided("/p", november+"3", "Redis"), decided("/q", november+"1", "Badger"), decided("/q", november+"1", "make")},
		"s2": {decided("/p", november+"2", "Postgres", "MySQL", "Redis", "Badger"),
			decided("/p", november+"2", "spaces", "tabs"), decided("/p", november+"2", "just", "make")},
		"s3": {decided("/q", november+"3", "tabs")}, // another project still wants them
	} {
		if err := d.KeepFindings(t.Context(), memory.SessionKey{LLMSource: "claude", Session: session},
			findings); err != nil {
			t.Fatal(err)
		}
	}
	const query = "SELECT d.choice || ' by ' || l.choice FROM decisions d JOIN decisions l ON l.id = d.superseded_by ORDER BY 1"
	for range 2 {
		if err := d.Supersede(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"MySQL by Postgres"}, d.ask(t, "decisions", query)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if err := d.KeepFindings(t.Context(), memory.SessionKey{LLMSource: "claude", Session: "s2"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := d.Supersede(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := d.ask(t, "decisions", "SELECT choice FROM decisions WHERE superseded_by <> ''"); left != nil {
		t.Errorf("replaced by what is gone: %v", left)
	}
}
