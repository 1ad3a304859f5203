package kimi_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	writer "stead/writers/kimi"
)

func by(origin string, texts ...string) string {
	parts := make([]string, len(texts))
	for i, text := range texts {
		parts[i] = `{"type":"text","text":` + string(timeline.NewText(text).JSON()) + `}`
	}
	return message(`{"role":"user","content":[` + strings.Join(parts, ",") + `],"toolCalls":[],"origin":` + origin + `}`)
}

// originOf returns a short form of the origin of an entry that nobody typed.
func originOf(e *timeline.Entry) string {
	said := string(e.Type) + " " + e.Content.String()
	if e.Hidden {
		said = "hidden " + said
	}
	if e.Origin == nil {
		return said
	}
	said += " | " + string(e.Origin.Kind) + " " + e.Origin.Name
	if !e.Origin.Typed.IsEmpty() {
		said += " $ " + e.Origin.Typed.String()
	}
	if e.Origin.ExitCode != nil {
		said += " = " + string(rune('0'+*e.Origin.ExitCode))
	}
	return said
}

// The records are in the form in which the bundle of kimi-code 2.1.0 writes them.
func TestContextThatNobodyTyped(t *testing.T) {
	line := by(`{"kind":"shell_command","phase":"input"}`,
		"<bash-input>\necho &lt;a&gt; &amp;&amp; echo &quot;b&quot;\n</bash-input>")
	for name, test := range map[string]struct{ records, want []string }{
		"a shell command": {
			[]string{line, by(`{"kind":"shell_command","phase":"output"}`,
				"<bash-stdout>&lt;a&gt;\nb\n</bash-stdout><bash-stderr>no</bash-stderr>")},
			[]string{`hidden system echo <a> && echo "b" | trace `, "user <a>\nb\n\nno | shell  $ echo <a> && echo \"b\""},
		},
		"a shell command that failed": {
			[]string{line, by(`{"kind":"shell_command","phase":"output","isError":true}`,
				"<bash-stdout></bash-stdout><bash-stderr>Command failed with exit code: 2.</bash-stderr>")},
			[]string{`hidden system echo <a> && echo "b" | trace `, `user  | shell  $ echo <a> && echo "b" = 2`},
		},
		"a shell command that goes on in the background": {
			[]string{line, by(`{"kind":"injection","variant":"shell_command_backgrounded"}`, "task_id: bash-1")},
			[]string{`hidden system echo <a> && echo "b" | trace `, `user task_id: bash-1 | shell  $ echo <a> && echo "b"`},
		},
		"a skill that the user calls": {
			[]string{
				by(`{"kind":"skill_activation","activationId":"a","skillName":"fix","skillArgs":"42","trigger":"user-slash"}`,
					"User activated the skill \"fix\". Follow the loaded skill instructions.\n\n<skill-loaded name=\"fix\" trigger=\"user-slash\" args=\"42\">\nFix 42.\n</skill-loaded>", "Now.")},
			[]string{"user Fix 42.\nNow. | command fix $ /fix 42"},
		},
		"a skill that the model loads": {
			[]string{by(`{"kind":"skill_activation","activationId":"a","skillName":"fix","trigger":"model-tool"}`,
				"Skill tool loaded instructions for this request. Follow them.\n\n<skill-loaded name=\"fix\" trigger=\"model-tool\">\nBe short.\n</skill-loaded>")},
			[]string{"user Be short. | skill fix"},
		},
		"a prompt with a skill": {
			[]string{by(`{"kind":"user","skillActivations":[{"activationId":"a","skillName":"fix"}]}`,
				"User activated the skill \"fix\". Follow the loaded skill instructions.\n\n<skill-loaded name=\"fix\" trigger=\"user-slash\">\nBe short.\n</skill-loaded>", "Go.")},
			[]string{"user Be short. | skill fix", "user Go."},
		},
		"a plugin's command": {
			[]string{
				by(`{"kind":"plugin_command","activationId":"a","pluginId":"p","commandName":"do","trigger":"user-slash"}`,
					"Do it.")},
			[]string{"user Do it. | command p:do $ /p:do"},
		},
		"hooks": {
			[]string{
				by(`{"kind":"hook_result","event":"UserPromptSubmit"}`,
					"<hook_result hook_event=\"UserPromptSubmit\">\none\n</hook_result>\n<hook_result hook_event=\"UserPromptSubmit\">\ntwo\n</hook_result>"),
				by(`{"kind":"system_trigger","name":"stop_hook"}`, "Run the tests."),
				message(
					`{"role":"assistant","content":[{"type":"text","text":"<hook_result hook_event=\"UserPromptSubmit\">\nno\n</hook_result>"}],"toolCalls":[],"origin":{"kind":"hook_result","event":"UserPromptSubmit","blocked":true}}`),
			},
			[]string{"user one\n\ntwo | hook UserPromptSubmit", "user Run the tests. | hook Stop",
				"user no | hook UserPromptSubmit"},
		},
		"the end of a task": {
			[]string{by(`{"kind":"task","taskId":"bash-1","status":"completed","notificationId":"n"}`,
				"<notification id=\"n\" category=\"task\">\nTitle: done\nout\n</notification>")},
			[]string{"user Title: done\nout | notification bash-1"},
		},
		"a scheduled prompt": {
			[]string{by(`{"kind":"cron_job","jobId":"j","cron":"* * * * *"}`,
				"<cron-fire jobId=\"j\">\n<prompt>\nLook.\n</prompt>\n</cron-fire>")},
			[]string{"user Look. | reminder j"},
		},
		"notes": {
			[]string{
				by(`{"kind":"injection","variant":"interruption"}`, "<system-reminder>\nThe user stopped you.\n</system-reminder>"),
				by(`{"kind":"injection","variant":"todo_list_reminder"}`,
					"<system-reminder>\nOne task is open.\n</system-reminder>"),
				by(`{"kind":"injection","variant":"date_change"}`, "<system-reminder>\nMonday\n</system-reminder>"),
				by(`{"kind":"injection","variant":"agents_md"}`, "<system-reminder>\nUse tabs.\n</system-reminder>"),
				by(`{"kind":"injection","variant":"permission_mode"}`, "<system-reminder>\nauto\n</system-reminder>"),
				by(`{"kind":"next year's"}`, "news"),
			},
			[]string{
				"user The user stopped you. | interruption ", "user One task is open. | reminder todo_list_reminder",
				"hidden system Monday | environment ",
				"hidden system Use tabs. | instructions ", "hidden system auto | mode ", "user news | reminder ",
			},
		},
		"prompts that look like notes": {
			[]string{prompt("<system-reminder>\nx\n</system-reminder>"), prompt("<bash-input>\nls\n</bash-input>")},
			[]string{"user <system-reminder>\nx\n</system-reminder>", "user <bash-input>\nls\n</bash-input>"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, e := range open(t, put(t, append([]string{header, prompt("go")}, test.records...)...))[2:] {
				got = append(got, originOf(e))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// The context that another CLI's model received is read back unchanged from the messages that Kimi Code gets for it.
func TestContextComesBackAsItWas(t *testing.T) {
	code := func(n int) *int { return &n }
	for name, origin := range map[string]*timeline.Origin{
		"a command":                   {Kind: timeline.Command, Name: "fix", Typed: timeline.NewText("/fix 4 2")},
		"a command without arguments": {Kind: timeline.Command, Name: "fix", Typed: timeline.NewText("/fix")},
		"a shell command": {Kind: timeline.Shell, Typed: timeline.NewText(`echo "<a>" \\ && x`),
			ExitCode: code(2)},
		"a shell command that succeeds": {Kind: timeline.Shell, Typed: timeline.NewText("a\nb"), ExitCode: code(0)},
		"a shell command without code":  {Kind: timeline.Shell, Typed: timeline.NewText("a")},
		"output without a command":      {Kind: timeline.Shell},
		"a hook":                        {Kind: timeline.Hook, Name: "PostToolUse:Edit<\"a\">"},
		"a hook without an event":       {Kind: timeline.Hook},
		"an order":                      {Kind: timeline.Hook, Name: "Stop"},
		"an interruption":               {Kind: timeline.Interruption},
		"a named interruption":          {Kind: timeline.Interruption, Name: "x"},
		"a skill":                       {Kind: timeline.Skill, Name: "rel"},
		"a file":                        {Kind: timeline.Mention, Name: "/home/user/demo/a.go"},
	} {
		t.Run(name, func(t *testing.T) {
			e := &timeline.Entry{Type: timeline.User, Content: timeline.NewText("two <b> & \"c\" \\\nlines"), Origin: origin}
			content, report := writertest.Encode(t, writer.Writer{},
				sample.Conversation(sample.User("go"), e, sample.User("on")), writertest.Options())
			if len(report.Losses) > 0 {
				t.Errorf("losses %v", report.Losses)
			}
			path := filepath.Join(t.TempDir(), ownID, "agents", "main", "wire.jsonl")
			fixtures.Put(t, path, content)
			var got []string
			for _, back := range open(t, path) {
				if !back.Hidden {
					got = append(got, originOf(back))
				}
			}
			if diff := cmp.Diff([]string{"user go", originOf(e), "user on"}, got); diff != "" {
				t.Errorf("(-want +got)\n%s%s", diff, content)
			}
		})
	}
}
