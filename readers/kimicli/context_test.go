package kimicli_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

// The messages are in the form in which Kimi CLI 1.51.0 writes them.
func TestContextThatNobodyTyped(t *testing.T) {
	parts := `{"role":"user","content":[{"type":"text","text":"<system>The user has imported context from file 'a'.</system>"},{"type":"text","text":"<imported_context source=\"a\">\nold\n</imported_context>"}]}`
	for name, test := range map[string]struct{ line, want string }{
		"the end of a task": {
			prompt(
				"<notification id=\"n1\" category=\"task\" type=\"task.completed\" source_kind=\"background_task\" source_id=\"bash-1\">\nTitle: done\nOutput tail:\nok\n</notification>"),
			"user Title: done\nOutput tail:\nok | notification bash-1",
		},
		"a reminder": {
			prompt("<system-reminder>\nBackground tasks exceeded the 10s wait limit\n</system-reminder>"),
			"user Background tasks exceeded the 10s wait limit | reminder ",
		},
		"a folder": {
			prompt("<system>The user has added an additional directory to the workspace: `/a`</system>"),
			"user The user has added an additional directory to the workspace: `/a` | reminder "},
		"what was imported": {parts,
			"user The user has imported context from file 'a'.\n<imported_context source=\"a\">\nold\n</imported_context> | reminder "},
		"a checkpoint": {prompt("<system>CHECKPOINT 3</system>"), "hidden system CHECKPOINT 3 | trace "},
		"plan mode": {
			prompt("<system-reminder>\nPlan mode is active. You MUST NOT make any edits\n</system-reminder>"),
			"hidden system Plan mode is active. You MUST NOT make any edits | mode "},
		"a file of rules": {prompt("<system>The user just ran `/init` slash command. Use tabs.</system>"),
			"hidden system The user just ran `/init` slash command. Use tabs. | instructions "},
		"a prompt that begins like a note": {prompt("<system-reminder> stands in my log"),
			"user <system-reminder> stands in my log"},
	} {
		t.Run(name, func(t *testing.T) {
			entries := open(t, put(t, lines(prompt("go"), test.line)))
			e := entries[len(entries)-1]
			got := string(e.Type) + " " + e.Content.String()
			if e.Hidden {
				got = "hidden " + got
			}
			if e.Origin != nil {
				got += " | " + string(e.Origin.Kind) + " " + e.Origin.Name
			}
			if diff := cmp.Diff(test.want, got); diff != "" || e.Type == timeline.Assistant {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
