package codex_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTraps(t *testing.T) {
	call := func(n int, name, arguments, id string) string {
		return item(n, fmt.Sprintf(`{"type":"function_call","name":"%s","arguments":%q,"call_id":"%s"}`, name, arguments, id))
	}
	output := func(n int, id, text string) string {
		return item(n, fmt.Sprintf(`{"type":"function_call_output","call_id":"%s","output":%q}`, id, text))
	}
	command := func(n int, id, status, exit string) string {
		return event(n, fmt.Sprintf(
			`{"type":"item_completed","item":{"type":"CommandExecution","id":"%s","command":["/bin/bash","-lc","ls"],"status":"%s","exit_code":%s}}`, id, status, exit))
	}
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"an event repeats a message and is not told twice", []string{
			item(1, prompt("hello")), event(2,
				`{"type":"item_completed","item":{"type":"UserMessage","id":"u","content":[{"type":"text","text":"hello"}]}}`),
			event(3, `{"type":"agent_message","message":"hi"}`), item(4, answer("hi")),
		}, []string{"user: hello", "assistant: hi"}},
		{"texts of old files are told by how they begin and end", []string{
			item(1, prompt("<environment_context>\\n</environment_context>")),
			item(2, prompt("# AGENTS.md instructions for /x\\n\\n<INSTRUCTIONS>\\n</INSTRUCTIONS>")),
			item(3, prompt("<user_instructions>\\n</user_instructions>")),
			item(4, prompt("<turn_aborted>\\nstopped\\n</turn_aborted>")),
			item(5, prompt("<subagent_notification>\\ndone</subagent_notification>\\n")), item(6, prompt("real")),
			item(7, prompt("<turn_aborted> is what I see")),
		}, []string{"user interruption: stopped", "user notification: done", "user: real",
			"user: <turn_aborted> is what I see"}},
		{"a mark says more than a beginning", []string{
			item(1, marked("user", "user.text", "# AGENTS.md instructions\\n</INSTRUCTIONS>")),
			item(2, marked("developer", "hooks.additional_context", "a hook")),
			item(3, marked("developer", "host_skills.instructions", "skills")),
			item(4, marked("user", "hook.note", "new kind")), item(5, marked("developer", "unknown", "who knows")),
			item(6, marked("developer", "future.instructions", "rules")),
			item(7, marked("user", "memories.instructions", "a note")),
		}, []string{"user: # AGENTS.md instructions\n</INSTRUCTIONS>", "user hook: a hook", "user reminder: new kind",
			"user reminder: who knows", "user memory: a note"}},
		{"what an agent says is told without its envelope, and what is encrypted is not", []string{
			item(1,
				`{"type":"agent_message","id":"a","author":"/root","recipient":"/root/count","content":[{"type":"input_text","text":"Message Type: NEW_TASK\nPayload:\n"},{"type":"encrypted_content","encrypted_content":"x"}]}`),
			item(2,
				`{"type":"agent_message","id":"b","author":"/root/count","recipient":"/root","content":[{"type":"input_text","text":"Message Type: FINAL_ANSWER\nTask name: /root\nPayload:\nfive"}]}`),
		}, []string{"user notification: five"}},
		{"a shell command of the user's is one entry", []string{
			event(1,
				`{"type":"item_completed","item":{"type":"CommandExecution","id":"s","command":["/bin/bash","-lc","ls"],"source":"user_shell","status":"failed","exit_code":2}}`),
			item(2, marked("user", "shell.user_command",
				`<user_shell_command>\n<command>\nls\n</command>\n<result>\nExit code: 2\nDuration: 0.1 seconds\nOutput:\nno\n\n</result>\n</user_shell_command>`)),
		}, []string{"user shell: no\n"}},
		{"a Stop hook's order is XML", []string{
			item(1, marked("user", "unknown", `<hook_prompt hook_run_id=\"stop:4:/x\">run &lt;all&gt; tests</hook_prompt>`)),
		}, []string{"user hook: run <all> tests"}},
		{"pictures belong to the text that names them", []string{
			item(1,
				`{"type":"message","role":"user","content":[{"type":"input_text","text":"<image name=[Image #1]>"},{"type":"input_image","image_url":"data:image/png;base64,AAAA"},{"type":"input_text","text":"</image>"},{"type":"input_text","text":"look"},`+
					`{"type":"input_text","text":"<context from=\"mention\" name=\"a.png\">\nThe user's prompt names this. It was read for you:\na\n</context>"},{"type":"input_image","image_url":"data:image/png;base64,BBBB"}]}`),
		}, []string{"user: look with AAAA", "user mention: a with BBBB"}},
		{"a tool of an MCP server is named with its server", []string{
			item(1, prompt("go")), item(2,
				`{"type":"function_call","name":"lookup","namespace":"mcp__tracker","arguments":"{}","call_id":"c"}`),
			output(3, "c", "Wall time: 0.1 seconds\nOutput:\nopen"),
		}, []string{"user: go", "tool_call: unknown {} by mcp__tracker__lookup", `tool_result: c true "open" `}},
		{"an exit code without a header comes from the item", []string{
			item(1, prompt("go")), call(2, "exec_command", `{"cmd":"ls"}`, "c"), command(3, "c", "failed", "3"),
			output(4, "c", "oops"),
		}, []string{"user: go", `tool_call: bash {"command":"ls"}`, `tool_result: c false "oops" exit code 3`}},
		{"the header of a command is stripped", []string{
			item(1, prompt("go")), call(2, "exec_command", `{"cmd":"ls"}`, "c"),
			output(3, "c",
				"Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 2\nOriginal token count: 1\nOutput:\nno\n"),
		}, []string{"user: go", `tool_call: bash {"command":"ls"}`, `tool_result: c false "no\n" exit code 2`}},
		{"a command that goes on running keeps its whole output", []string{
			item(1, prompt("go")), call(2, "exec_command", `{"cmd":"ls"}`, "c"),
			output(3, "c", "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n"), command(4, "c", "failed", "-1"),
		}, []string{"user: go", `tool_call: bash {"command":"ls"}`,
			`tool_result: c true "Chunk ID: 1\nProcess running with session ID 7\nOutput:\n" `}},
		{"a foreign tool's output that looks like a header stays", []string{
			item(1, prompt("go")), call(2, "Grep", `{"pattern":"x"}`, "c"), output(3, "c", "Exit code: 1\nOutput:\nx"),
		}, []string{"user: go", `tool_call: unknown {"pattern":"x"}`, `tool_result: c true "Exit code: 1\nOutput:\nx" `}},
		{"the old shell tool answers in JSON", []string{
			item(1, prompt("go")), call(2, "shell", `{"command":["bash","-lc","ls"],"timeout_ms":5}`, "c"),
			output(3, "c", `{"output":"x\n","metadata":{"exit_code":4}}`),
		}, []string{"user: go", `tool_call: bash {"command":"ls","timeout":5}`, `tool_result: c false "x\n" exit code 4`}},
		{"local_shell_call is a command", []string{
			item(1, prompt("go")), item(2,
				`{"type":"local_shell_call","call_id":"c","action":{"type":"exec","command":["echo","a b"],"env":null}}`),
			output(3, "c", "a b"),
		}, []string{"user: go", `tool_call: bash {"command":"echo 'a b'"}`, `tool_result: c true "a b" `}},
		{"a script of code mode is told by its commands", []string{
			item(1, prompt("go")), item(2, `{"type":"custom_tool_call","name":"exec","input":"js()","call_id":"c"}`),
			command(3, "exec-1", "completed", "0"), command(4, "exec-2", "completed", "0"),
			event(5,
				`{"type":"item_completed","item":{"type":"FileChange","id":"exec-3","changes":{"/a.txt":{"type":"add","content":"x\n"}},"status":"completed"}}`),
			item(6,
				`{"type":"custom_tool_call_output","call_id":"c","output":[{"type":"input_text","text":"Script completed\nWall time 0.1 seconds\nOutput:\n"},{"type":"input_text","text":"done"}]}`),
		}, []string{
			"user: go",
			`tool_call: bash {"command":"ls\nls\napply_patch <<'PATCH'\n*** Begin Patch\n*** Add File: /a.txt\n+x\n*** End Patch\nPATCH","script":"js()"}`,
			`tool_result: c true "done" `,
		}},
		{"a script that ran nothing is an unknown tool", []string{
			item(1, prompt("go")), item(2, `{"type":"custom_tool_call","name":"exec","input":"js()","call_id":"c"}`),
			output(3, "c", "x"), command(4, "late", "completed", "0"),
		}, []string{"user: go", `tool_call: unknown {"input":"js()"}`, `tool_result: c true "x" `}},
		{"a result before its call is moved behind it", []string{
			item(1, prompt("go")), output(2, "c", "x"), call(3, "exec_command", `{"cmd":"ls"}`, "c"), item(4, answer("ok")),
		}, []string{"user: go", `tool_call: bash {"command":"ls"}`, `tool_result: c true "x" `, "assistant: ok"}},
		{"a call id that is used again keeps its pairs", []string{
			item(1, prompt("go")), call(2, "exec_command", `{"cmd":"a"}`, "c"), output(3, "c", "1"),
			call(4, "exec_command", `{"cmd":"b"}`, "c"), output(5, "c", "2"),
		}, []string{"user: go", `tool_call: bash {"command":"a"}`, `tool_result: c true "1" `,
			`tool_call: bash {"command":"b"}`, `tool_result: c@line-5 true "2" `}},
		{"arguments that are no JSON are kept as text", []string{
			item(1, prompt("go")), call(2, "exec_command", `{"cmd":`, "c"),
		}, []string{"user: go", `tool_call: unknown {"arguments":"{\"cmd\":"}`}},
		{"turns that were taken back are a branch", []string{
			item(1, prompt("one")), item(2, answer("1")), item(3, prompt("two")), item(4, answer("2")),
			event(5, `{"type":"thread_rolled_back","num_turns":1}`), item(6, prompt("three")),
		}, []string{"user: one", "assistant: 1", "user: two on rollback-1", "assistant: 2 on rollback-1", "user: three"}},
		{"the answer to the order to compact is hidden", []string{
			item(1, prompt("one")), strings.TrimSuffix(item(2, answer("summary")), "}") +
				`,"metadata":{"compaction_output":true}}`,
			line(3, "compacted", `{"message":"so far","replacement_history":[`+prompt("one")+`,`+prompt("so far")+`]}`),
		}, []string{"user: one", "system: so far"}},
		{"a web search has no result", []string{
			item(1, prompt("go")), item(2,
				`{"type":"web_search_call","id":"ws","status":"completed","action":{"type":"search","query":"q"}}`),
		}, []string{"user: go", `tool_call: web_search {"query":"q"}`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, entries := open(t, put(t, t.TempDir(), ownID, append([]string{meta(ownID, "")}, test.lines...)...))
			if diff := cmp.Diff(test.want, told(entries)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestCompactionKeepsPromptsByTheirText(t *testing.T) {
	_, entries := open(t, put(t, t.TempDir(), ownID, meta(ownID, ""), item(1, prompt("one")), item(2, prompt("two")),
		item(3, answer("x")),
		line(4, "compacted", `{"message":"so far","replacement_history":[`+prompt("two")+`]}`), line(5, "compacted",
			`{"message":"all of them"}`)))
	if diff := cmp.Diff([]string{"line-3"}, entries[4].Compaction.Keeps); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"line-2", "line-3"}, entries[5].Compaction.Keeps); diff != "" {
		t.Errorf("without a replacement history all prompts stay: %s", diff)
	}
}
