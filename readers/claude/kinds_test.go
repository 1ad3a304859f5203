package claude_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/timeline"
)

// rendered returns an attachment with the text that the model was told of it.
func rendered(id, parent, members, text string) string {
	return record(id, parent, "attachment",
		fmt.Sprintf(`"attachment":{%s},"rendered":[{"content":"<system-reminder>\n%s\n</system-reminder>"}]`, members, text))
}

// What Claude Code 2.1.332 tells its model again on a resume is told in the words that it has stored, or else in
// stead's.
func TestAttachmentsThatAreToldOnAResume(t *testing.T) {
	for members, want := range map[string]string{
		`"type":"account_memory_recall","content":"a"`:                                  "memory a",
		`"type":"cowork_memory_context","content":"a"`:                                  "memory a",
		`"type":"agent_ask_notice","lines":["a","b"]`:                                   "reminder a\nb",
		`"type":"artifact_opening_prefetch","content":"a"`:                              "reminder a",
		`"type":"at_mention_reference","mentions":["/a","/b"],"unread":"too_large"`:     "reminder The user mentioned /a, /b: too large to be read for the prompt.",
		`"type":"at_mention_reference","mentions":["/a"]`:                               "reminder The user mentioned /a: they were not read for the prompt.",
		`"type":"claude_app_notice","lines":["a"]`:                                      "reminder a",
		`"type":"context_sections","sections":[{"name":"n","text":"a"}]`:                "reminder # n\na",
		`"type":"dir_sync_notice","content":"a"`:                                        "reminder a",
		`"type":"dynamic_skill","skillDir":"/d","skillNames":["s"]`:                     "reminder(/d) Skills were found in /d:\ns",
		`"type":"fork_briefing","text":"a"`:                                             "reminder a",
		`"type":"inlined_image_paths","paths":["/a","/b"]`:                              "reminder The pictures of the prompt are also saved at:\n/a\n/b",
		`"type":"instructions","files":[{"path":"/d/CLAUDE.md","content":"a"}]`:         "memory(/d/CLAUDE.md) a",
		`"type":"linked_plugin_tools_note","text":"a"`:                                  "reminder a",
		`"type":"peer_mention","mention":"@a"`:                                          "reminder The user mentioned the session @a.",
		`"type":"plan_mode","planFilePath":"/p","planExists":true`:                      "reminder The file for the plan of plan mode is /p.",
		`"type":"plan_mode_exit","planFilePath":"/p","planExists":true`:                 "reminder The file for the plan of plan mode is /p.",
		`"type":"plugin_note","plugin":"p","content":["a"]`:                             "reminder(p) a",
		`"type":"poll_events","envelopes":["a"]`:                                        "notification a",
		`"type":"prefix_delta","text":"a"`:                                              "reminder a",
		`"type":"read_truncation_notice","banner":"a"`:                                  "reminder a",
		`"type":"selected_lines_in_diff","filePath":"/a","content":"b"`:                 "ide The user selected these lines from the diff view:\nb",
		`"type":"skill_mention","skillName":"s"`:                                        "reminder The prompt names the skill /s.",
		`"type":"unknown_command_fallback","commandName":"c","availableCommandCount":3`: "reminder The prompt begins like a command that there is not: /c",
	} {
		stream := open(t, user("u", "", "go"), attachment("x", "u", members), says("a", "x", "m", "done"))
		if diff := cmp.Diff([]string{want}, knows(t, stream)); diff != "" {
			t.Errorf("%s: %s", members, diff)
		}
		if strings.Contains(members, "instructions") || strings.Contains(members, "plan_mode") ||
			strings.Contains(members, "in_diff") {
			continue
		}
		stream = open(t, user("u", "", "go"), rendered("x", "u", members, "as it was told"), says("a", "x", "m", "done"))
		if got := knows(t, stream); len(got) != 1 || !strings.HasSuffix(got[0], " as it was told") {
			t.Errorf("%s: %v", members, got)
		}
	}
}

// What each CLI makes anew is named as that, and what Claude Code 2.1.332 does not tell is not told.
func TestAttachmentsThatAreNotTold(t *testing.T) {
	for kind, want := range map[string]timeline.OriginKind{
		"advisor_tool": timeline.Catalog, "batching_reminder": timeline.Mode, "date_change": timeline.Environment,
		"elapsed_time_reminder": timeline.Environment,
		"environment":           timeline.Environment, "language": timeline.Mode, "output_style_instructions": timeline.Mode,
		"sandbox_instructions": timeline.Environment,
		"secondary_reminder":   timeline.Mode, "silent_turn_reminder": timeline.Mode,
		"tool_hosts_correction": timeline.Catalog,
		"total_tokens_reminder": timeline.Environment, "prompt_snapshot": timeline.Catalog,
		"task_reminder": "", "teammate_mailbox": "", "todo_reminder": "", "goals": "", "hook_system_message": "",
		"first_week": timeline.Mode,
	} {
		stream := open(t, user("u", "", "go"), attachment("x", "u",
			`"type":"`+kind+`","content":"one two three","text":"one two three"`), says("a", "x", "m", "done"))
		var got timeline.OriginKind
		for _, e := range entries(t, stream) {
			switch {
			case e.ID != "x":
			case !e.Hidden:
				t.Errorf("%s is told", kind)
			case e.Origin != nil:
				got = e.Origin.Kind
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// A kind that nobody has classed is named, and a text in it told.
func TestKindsThatNobodyHasClassed(t *testing.T) {
	for name, test := range map[string]struct{ record, kind, text string }{
		"an attachment": {attachment("x", "u", `"type":"new_kind","words":"one two three"`),
			"attachment new_kind", "one two three"},
		"one that the model was told": {rendered("x", "u", `"type":"new_kind","words":"one two three"`, "told"),
			"attachment new_kind", "told"},
		"one without a text": {attachment("x", "u", `"type":"new_kind","words":"one"`), "attachment new_kind",
			""},
		"a record":                {`{"type":"new-kind","text":"a"}`, "record new-kind", "a"},
		"a record of the tree":    {record("x", "u", "new-kind", `"text":"a"`), "record new-kind", "a"},
		"a record without a type": {`{"text":"a"}`, "record without a type", "a"},
		"a record of the system": {record("x", "u", "system", `"subtype":"new_kind","content":"a"`),
			"system record new_kind", "a"},
		"a part of a prompt": {record("x", "u", "user",
			`"message":{"content":[{"type":"new_kind","body":"a"},{"type":"text","text":"b"}]}`), "part of the type new_kind",
			"a"},
		"a part of an answer": {record("x", "u", "assistant",
			`"message":{"id":"n","model":"m","content":[{"type":"new_kind","body":"a"}],"usage":{}}`),
			"part of the type new_kind", "a"},
		"a part beside a result": {record("x", "u", "user",
			`"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"b"},{"type":"new_kind","body":"a"}]}`),
			"part of the type new_kind", "a"},
		"a part of a result, in its text": {record("x", "u", "user",
			`"message":{"content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"new_kind","body":"a"}]}]}`),
			"part of the type new_kind", "of c: a"},
	} {
		t.Run(name, func(t *testing.T) {
			stream := open(t, user("u", "", "go"), test.record, says("a", "x", "m", "done"))
			var named []string
			text := ""
			for _, e := range entries(t, stream) {
				switch {
				case e.IsUnknown():
					named = append(named, e.Origin.Name)
				case e.Origin != nil && e.Origin.Kind == timeline.Unsorted:
					text = e.Content.String()
				case e.Type == timeline.ToolResult && strings.HasPrefix(test.text, "of c"):
					text = "of c: " + e.Output.String()
				}
			}
			if diff := cmp.Diff([]string{test.kind}, named); diff != "" || text != test.text {
				t.Errorf("%s text %q", diff, text)
			}
		})
	}
}

// Each record that is known and no part of the conversation is neither told nor unknown.
func TestRecordsBesideTheConversation(t *testing.T) {
	for _, line := range []string{
		`{"type":"tools-used","tools":["one two three"]}`, `{"type":"fork-context-ref","agentId":"a","text":"one two three"}`,
		`{"type":"content-replacement","replacements":[{"kind":"tool-result","toolUseId":"c","replacement":"one two three"}]}`,
		`{"type":"queue-operation","operation":"enqueue","content":"one two three"}`,
		record("x", "u", "system", `"subtype":"turn_duration","content":"one two three"`),
		record("x", "u", "system", `"content":"one two three"`),
		record("x", "u", "user", `"isVirtual":true,"message":{"content":"one two three"}`),
	} {
		stream := open(t, user("u", "", "go"), line, says("a", "x", "m", "done"))
		for _, e := range entries(t, stream) {
			if e.IsUnknown() || !e.Hidden && e.ID != "u" && e.ID != "a" {
				t.Errorf("%s: %+v", line, e)
			}
		}
	}
}

// The parts of a message and of a result that the API knows are told as what they are.
func TestPartsOfMessages(t *testing.T) {
	stream := open(t,
		record("u", "", "user",
			`"message":{"content":[{"type":"text","text":"go"},{"type":"document","title":"T","source":{"type":"text","media_type":"text/plain","data":"words"}},`+
				`{"type":"search_result","title":"S","source":"u://s","content":[{"type":"text","text":"found"}]}]}`),
		record("a", "u", "assistant",
			`"message":{"id":"m","model":"o","usage":{},"content":[{"type":"connector_text","connector_text":"said"},{"type":"fallback","from":"x"},`+
				`{"type":"mcp_tool_use","id":"c","name":"n","input":{}}, {"type":"mcp_tool_result","tool_use_id":"c","content":[{"type":"text","text":"out"}]},`+
				`{"type":"server_tool_use","id":"d","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"d","content":[{"type":"web_search_result","title":"T","url":"u://t"}]},`+
				`{"type":"server_tool_use","id":"e","name":"bash_code_execution","input":{}},`+
				`{"type":"bash_code_execution_tool_result","tool_use_id":"e","content":{"type":"bash_code_execution_result","stdout":"hello to you","return_code":0}}]}`),
	)
	want := []string{
		"user go\nT\nwords\nS\nu://s\nfound", "assistant said", "tool_call c", "tool_result c out", "tool_call d",
		"tool_result d T\nu://t",
		"tool_call e", "tool_result e hello to you",
	}
	if diff := cmp.Diff(want, shown(t, stream)); diff != "" {
		t.Error(diff)
	}
}

// A result that stands behind a text in its record is one, and a picture beside it arrives.
func TestResultsBehindATextAndPicturesBesideThem(t *testing.T) {
	stream := open(t, user("u", "", "go"),
		record("a", "u", "assistant",
			`"message":{"id":"m","model":"o","usage":{},"content":[{"type":"tool_use","id":"c","name":"Bash","input":{"command":"ls"}}]}`),
		record("r", "a", "user",
			`"message":{"content":[{"type":"text","text":"look"},{"type":"tool_result","tool_use_id":"c","content":"out"},`+
				`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]}`),
	)
	pictures := 0
	for _, e := range entries(t, stream) {
		pictures += len(e.Attachments)
	}
	if diff := cmp.Diff([]string{"user go", "tool_call c", "user look", "tool_result c out", "user"},
		shown(t, stream)); diff != "" || pictures != 1 {
		t.Errorf("%s, %d pictures", diff, pictures)
	}
}
