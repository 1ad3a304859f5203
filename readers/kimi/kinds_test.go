package kimi_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

// The expected values were compared with the requests of kimi-code 2.1.0 when it resumed a session with a record of
// each kind.
func TestKinds(t *testing.T) {
	goal := `{"type":"goal.create","goalId":"g","objective":"Ship it.","completionCriterion":"All is green."}`
	const theGoal = "user There is a goal, which is not reached yet: Ship it.\nIt is reached when: All is green. | reminder goal"
	started := `{"type":"task.started","info":{"taskId":"bash-1","kind":"process","description":"a build","status":"running","detached":true}}`
	const theTask = "user Background task bash-1, whose end was not seen: a build | notification bash-1"
	summary := `{"type":"context.apply_compaction","summary":"So far.","keptUserMessageCount":0}`
	start := `{"type":"plugin.session_start","content":"Be kind."}`
	shown := by(`{"kind":"injection","variant":"plugin_session_start"}`, "<system-reminder>\nBe kind.\n</system-reminder>")
	user := func(parts string) string {
		return message(`{"role":"user","content":[` + parts + `],"toolCalls":[],"origin":{"kind":"user"}}`)
	}
	tests := []struct {
		name    string
		records []string
		want    []string
	}{
		{"the note of a result", []string{
			begin("s"), call("s", "c", "Bash", `{"command":"ls"}`),
			result("c",
				`{"output":"a\nCommand failed with exit code: 2.","isError":true,"note":"<system>cut</system>","durationMs":4}`),
		}, []string{"call", "result a\n<system>cut</system>"}},
		{"the note of a result without output", []string{begin("s"), call("s", "c", "Read", `{}`),
			result("c", `{"output":"","note":"nothing in it"}`)},
			[]string{"call", "result nothing in it"}},
		{"the note of a message", []string{
			message(`{"role":"tool","content":[{"type":"text","text":"a"}],"toolCalls":[],"toolCallId":"c","note":"b"}`)},
			[]string{"result a\nb"}},
		{"where a picture lies", []string{result("c", `{"output":[{"type":"text","text":"<image path=\"/a.png\">"},`+
			`{"type":"image_url","imageUrl":{"url":"data:image/png;base64,iVBORw0KGgo="}},{"type":"text","text":"</image>"}],"note":"n"}`)},
			[]string{"result <image path=\"/a.png\">\n</image>\nn"}},
		{"an output that is none", []string{result("c", `{"output":{"a":"b"}}`)}, []string{`result {"a":"b"}`}},
		{"files by their address", []string{
			user(
				`{"type":"image_url","imageUrl":{"url":"https://example.com/a.png"}},{"type":"video_url","videoUrl":{"url":"ms://f1"}}`)},
			[]string{"user [image: https://example.com/a.png]\n[video: ms://f1]"}},
		{"a file by its address in an answer", []string{message(
			`{"role":"assistant","content":[{"type":"audio_url","audioUrl":{"url":"https://example.com/a.mp3"}}],"toolCalls":[]}`)},
			[]string{"assistant [audio: https://example.com/a.mp3]"}},
		{"a picture that cannot be read",
			[]string{user(`{"type":"text","text":"see"},{"type":"image_url","imageUrl":{"url":"data:image/png,x"}}`)},
			[]string{"user see", "hidden system  | unknown part of the type image_url that cannot be read"}},
		{"a thought in a prompt", []string{user(`{"type":"think","think":"hm"},{"type":"text","text":"go on"}`)},
			[]string{"assistant  (hm)", "user go on"}},
		{"a part that nobody knows", []string{user(`{"type":"text","text":"go on"},{"type":"odd","text":"perhaps this"}`)},
			[]string{"user go on", "hidden system perhaps this | unknown part of the type odd",
				"user perhaps this | unsorted part of the type odd"}},
		{"a prompt of such a part alone", []string{user(`{"type":"odd","text":"perhaps this"}`)},
			[]string{"hidden system perhaps this | unknown part of the type odd",
				"user perhaps this | unsorted part of the type odd"}},
		{"a part of an answer that nobody knows", []string{begin("s"),
			loop(`{"type":"content.part","stepUuid":"s","part":{"type":"odd","text":"perhaps this"}}`)},
			[]string{"hidden system perhaps this | unknown part of the type odd",
				"user perhaps this | unsorted part of the type odd"}},
		{"a role that nobody knows", []string{message(`{"role":"odd","content":[{"type":"text","text":"perhaps this"}]}`)},
			[]string{"hidden system perhaps this | unknown message of the role odd",
				"user perhaps this | unsorted message of the role odd"}},
		{"an event that nobody knows", []string{loop(`{"type":"odd.event","text":"perhaps this"}`)},
			[]string{"hidden system perhaps this | unknown event odd.event", "user perhaps this | unsorted event odd.event"}},
		{"a record that nobody knows", []string{`{"type":"odd.record","count":1}`,
			`{"kind":"event","type":"odd.event","text":"for viewers"}`, `{"type":"human.agent.odd","text":"for viewers"}`},
			[]string{"hidden system  | unknown record odd.record"}},
		{"a message that is kept from the model", []string{message(
			`{"role":"assistant","content":[{"type":"text","text":"half"}],"toolCalls":[],"partial":true}`)},
			[]string{"hidden system half"}},
		{"what every CLI tells anew", []string{`{"type":"profile.bind","systemPrompt":"p"}`, `{"type":"plan_mode.enter"}`,
			`{"type":"llm.tools_snapshot"}`},
			[]string{"hidden system  | instructions ", "hidden system  | mode ", "hidden system  | catalog "}},

		{"a goal", []string{goal}, []string{theGoal}},
		{"a goal that rests", []string{
			goal, `{"type":"goal.update","turnsUsed":1}`, `{"type":"goal.update","status":"blocked","reason":"No key."}`,
			`{"type":"goal.update","status":"blocked","reason":"Again."}`,
		}, []string{theGoal, "user The goal is blocked: No key. | reminder goal"}},
		{"a goal that goes on", []string{goal, `{"type":"goal.update","status":"paused","reason":"Lunch."}`,
			`{"type":"goal.update","status":"active"}`}, []string{theGoal}},
		{"a goal that is reached", []string{goal, `{"type":"goal.update","status":"complete","reason":"Done."}`}, nil},
		{"a goal that is gone", []string{goal, `{"type":"goal.clear"}`}, nil},
		{"a goal in a fork", []string{goal, `{"type":"forked"}`}, nil},
		{"a goal after a compaction", []string{goal, summary}, []string{theGoal, "system So far. keeps [line-3]"}},
		{"a goal after a cleared context", []string{goal, `{"type":"context.clear"}`}, []string{theGoal}},
		{"a goal of a turn that is taken back", []string{prompt("two"), goal, undo(1)},
			[]string{"user two on undo-1", theGoal}},

		{"a task whose end was not seen", []string{started}, []string{theTask}},
		{"a task after a compaction", []string{started, summary}, []string{theTask, "system So far. keeps [line-3]"}},
		{"a task whose end was told", []string{started, by(`{"kind":"injection","variant":"task_resume_termination"}`,
			"<system-reminder>\nlost\n</system-reminder>")},
			[]string{"user lost | notification "}},
		{"a task whose end is told by its notification", []string{
			started, `{"type":"task.terminated","info":{"taskId":"bash-1","description":"a build","status":"completed"}}`,
			by(`{"kind":"task","taskId":"bash-1","status":"completed","notificationId":"n"}`,
				"<notification id=\"n\">\ndone\n</notification>"),
		}, []string{"user done | notification bash-1"}},
		{"a task that the model waited for", []string{started,
			`{"type":"task.waitDelivered","keys":["bash-1\u0000completed\u0000task:bash-1:completed"]}`}, nil},
		{"a task whose end comes with the resume", []string{started,
			`{"type":"task.terminated","info":{"taskId":"bash-1","description":"a build","status":"failed","stopReason":"no disk"}}`},
			[]string{"user Background task bash-1 (failed): a build\nReason: no disk | notification bash-1"}},
		{"a task that the CLI ended",
			[]string{started,
				`{"type":"task.terminated","info":{"taskId":"bash-1","status":"killed","terminalNotificationSuppressed":true,"stopReason":"x"}}`}, nil},
		{"a task that ended with its session",
			[]string{
				`{"type":"task.terminated","info":{"taskId":"bash-1","description":"a build","status":"killed","terminalNotificationSuppressed":true,` +
					`"stopReason":"Session closed"}}`},
			[]string{"user Background task bash-1 (killed): a build\nReason: Session closed | notification bash-1"}},

		{"what plugins say", []string{start}, []string{"user Be kind. | skill "}},
		{"plugins that say nothing", []string{start, `{"type":"plugin.session_start","content":null}`}, nil},
		{"what plugins say, in the context", []string{start, shown}, []string{"user Be kind. | skill "}},
		{"what plugins say, after a compaction", []string{start, shown, summary},
			[]string{"user Be kind. | skill ", "user Be kind. | skill ", "system So far. keeps [line-3]"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, e := range open(t, put(t, append([]string{header, prompt("go")}, test.records...)...))[2:] {
				if !e.Hidden || e.Origin != nil || !e.Content.IsEmpty() {
					got = append(got, arriving(e))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// arriving returns a short form of an entry as it arrives.
func arriving(e *timeline.Entry) string {
	switch e.Type {
	case timeline.ToolCall:
		return "call"
	case timeline.ToolResult:
		return "result " + e.Output.String()
	}
	said := originOf(e)
	if !e.Thinking.IsEmpty() {
		said += " (" + e.Thinking.String() + ")"
	}
	if e.Compaction != nil {
		said += " keeps " + fmt.Sprint(e.Compaction.Keeps)
	}
	if e.Branch != "" {
		said += " on " + e.Branch
	}
	return said
}
