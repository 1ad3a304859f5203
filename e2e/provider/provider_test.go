package provider_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"stead/e2e/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, steps ...provider.Step) *provider.Provider {
	t.Helper()
	p, err := provider.Start(steps...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func post(ctx context.Context, t *testing.T, p *provider.Provider, path, body string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	return response
}

// ask makes a request and returns the whole answer.
func ask(t *testing.T, p *provider.Provider, path, body string) (status int, answer string) {
	t.Helper()
	response := post(t.Context(), t, p, path, body)
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content)
}

const (
	messages  = "/v1/messages?beta=true"
	responses = "/v1/responses"
	content   = "/v1beta/models/m:streamGenerateContent?alt=sse"
	chat      = "/v1/chat/completions"
	// plain are requests that hold one prompt.
	plainMessages  = `{"model":"m","messages":[{"role":"user","content":"hello"}]}`
	plainContent   = `{"contents":[{"role":"user","parts":[{"text":"hello"}]}]}`
	plainResponses = `{"model":"m","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}]}`
	plainChat      = `{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"hello"}]}`
)

func TestSideRequestsTakeNoReplyFromTheScript(t *testing.T) {
	titleSchema := `{"schema":{"properties":{"title":{}}}}`
	tests := []struct {
		name, path, body string
		want             provider.Purpose
		answer           string
	}{
		{"title in messages", messages, `{"messages":[],"output_config":{"format":` + titleSchema + `}}`, provider.Title,
			`title`},
		{"title in responses", responses, `{"input":[],"text":{"format":` + titleSchema + `}}`, provider.Title, `title`},
		{"title in chat", chat, `{"messages":[{"role":"system","content":"You are a title generator. You output"}]}`,
			provider.Title, `title`},
		{"compaction in chat", chat,
			`{"messages":[{"role":"system","content":"You are a context summarization assistant."}]}`, provider.Compaction,
			"summary"},
		{"errand in chat", chat,
			`{"messages":[{"role":"system","content":"You are now acting as the managed memory extraction subagent for"}]}`,
			provider.Errand, "OK"},
		{"title in content", "/v1beta/models/m:generateContent",
			`{"contents":[{"role":"user","parts":[{"text":"Summarize the user's primary intent or goal in"}]}]}`,
			provider.Title, "title"},
		{"compaction in content", "/v1beta/models/m:generateContent",
			`{"systemInstruction":{"parts":[{"text":"You are a specialized system component responsible for distilling chat history into"}]}}`, provider.Compaction, "summary"},
		{"choice of a model", "/v1beta/models/m:generateContent",
			`{"generationConfig":{"responseJsonSchema":{"properties":{"reasoning":{},"model_choice":{}}}}}`, provider.Errand,
			`model_choice`},
		{"count in content", "/v1beta/models/m:countTokens", plainContent, provider.Count, "totalTokens"},
		{"suggestion in chat", chat,
			`{"messages":[{"role":"system","content":"You are"},{"role":"user","content":"[SUGGESTION MODE: Suggest what"}]}`,
			provider.Errand, "OK"},
		{"compaction", messages, `{"messages":[{"role":"user","content":"CRITICAL: Respond with TEXT ONLY. Do NOT"}]}`,
			provider.Compaction, "summary"},
		{"count", "/v1/messages/count_tokens?beta=true", plainMessages, provider.Count, "input_tokens"},
		{"probe", messages, `{"max_tokens":1,"messages":[]}`, provider.Probe, "message_stop"},
		{"unknown address", "/v1/models", ``, provider.Probe, "not_found"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, provider.Steps(provider.Use(provider.ToolCall{Tool: "scripted"}))...)
			if _, answer := ask(t, p, test.path, test.body); !strings.Contains(answer, test.answer) {
				t.Errorf("answer %q has no %q", answer, test.answer)
			}
			if got := p.Requests()[0].Purpose; got != test.want {
				t.Errorf("purpose %q, want %q", got, test.want)
			}
			if _, answer := ask(t, p, messages, plainMessages); !strings.Contains(answer, `"scripted"`) {
				t.Errorf("the turn got %q", answer)
			}
		})
	}
}

func TestStepsAnswerInOrderWhatTheyMatch(t *testing.T) {
	p := start(t,
		provider.Step{When: provider.Prompted("other"), Reply: provider.Say("never")},
		provider.Step{Reply: provider.Say("1st")},
		provider.Step{When: provider.Prompted("hello"), Reply: provider.Say("2nd"), Always: true},
	)
	for _, want := range []string{"1st", "2nd", "2nd"} {
		if _, answer := ask(t, p, responses, plainResponses); !strings.Contains(answer, want) {
			t.Errorf("answer %q, want %q", answer, want)
		}
	}
	if _, answer := ask(t, p, responses, `{"input":[]}`); !strings.Contains(answer, provider.Exhausted) {
		t.Errorf("a turn that nothing matches got %q", answer)
	}
}

func TestFailureHasTheFormOfItsAPI(t *testing.T) {
	for path, want := range map[string]string{
		messages:  `{"error":{"message":"slow down","type":"rate_limit_error"},"type":"error"}`,
		responses: `{"error":{"code":"rate_limit_error","message":"slow down","type":"rate_limit_error"}}`,
		content:   `{"error":{"code":429,"message":"slow down","status":"rate_limit_error"}}`,
		chat:      `{"error":{"code":"rate_limit_error","message":"slow down","param":null,"type":"rate_limit_error"}}`,
	} {
		p := start(t, provider.Steps(provider.Fail(http.StatusTooManyRequests, "rate_limit_error", "slow down"))...)
		status, answer := ask(t, p, path, `{}`)
		if status != http.StatusTooManyRequests || strings.TrimSpace(answer) != want {
			t.Errorf("%s: %d %s", path, status, answer)
		}
	}
}

// TestHeldReplyEndsWithTheClient holds a reply whose client leaves: without
// the release that this brings, Close would wait for it in vain.
func TestHeldReplyEndsWithTheClient(t *testing.T) {
	for path, body := range map[string]string{messages: plainMessages, responses: plainResponses, chat: plainChat,
		content: plainContent} {
		hold := provider.NewHold()
		p := start(t, provider.Steps(provider.Reply{Text: "half of it", Hold: hold})...)
		ctx, cancel := context.WithCancel(t.Context())
		response := post(ctx, t, p, path, body)
		<-hold.Reached()
		if !streamed(t, response.Body, "half") {
			t.Errorf("%s: the text was not sent before the hold", path)
		}
		cancel()
	}
}

func TestReleasedReplyGoesOnToItsEnd(t *testing.T) {
	hold := provider.NewHold()
	p := start(t, provider.Steps(provider.Reply{Text: "whole", Hold: hold})...)
	response := post(t.Context(), t, p, messages, plainMessages)
	<-hold.Reached()
	hold.Release()
	if !streamed(t, response.Body, "message_stop") {
		t.Error("the stream has no end")
	}
}

// streamed reads events until one contains text.
func streamed(t *testing.T, body io.Reader, text string) bool {
	t.Helper()
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			return true
		}
	}
	return false
}

func TestEventsAreOneJSONObjectEach(t *testing.T) {
	reply := provider.Reply{Thinking: "hm", Text: "für 你", Calls: []provider.ToolCall{
		{Tool: "a", Arguments: `{"x":1}`}, {ID: "given", Tool: "apply_patch", Input: "*** Begin"},
	}}
	for path, body := range map[string]string{messages: plainMessages, responses: plainResponses} {
		p := start(t, provider.Steps(reply)...)
		_, answer := ask(t, p, path, body)
		for _, block := range strings.Split(strings.TrimSpace(answer), "\n\n") {
			name, data, found := strings.Cut(block, "\ndata: ")
			var event struct{ Type string }
			if err := json.Unmarshal([]byte(data), &event); err != nil || !found || name != "event: "+event.Type {
				t.Errorf("%s: event %q: %v", path, block, err)
			}
		}
	}
}

func TestWaitTurnsEndsWithItsContext(t *testing.T) {
	p := start(t)
	ask(t, p, messages, plainMessages)
	if turns, err := p.WaitTurns(t.Context(), 1); err != nil || len(turns) != 1 {
		t.Errorf("got %d turns, %v", len(turns), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.WaitTurns(ctx, 2); err == nil {
		t.Error("waiting for a turn that never comes gave no error")
	}
}

func TestRequestThatIsNotUnderstoodIsAProblem(t *testing.T) {
	for path, body := range map[string]string{
		messages:  `{"messages":[{"role":"user","content":[{"type":"hologram"}]}]}`,
		responses: `{"input":[{"type":"hologram"}]}`,
		chat:      `{"messages":[{"role":"user","content":[{"type":"hologram"}]}]}`,
		content:   `{"contents":[{"role":"hologram","parts":[{"videoMetadata":{}}]}]}`,
	} {
		p := start(t)
		ask(t, p, path, body)
		if err := p.Problems(); err == nil || !strings.Contains(err.Error(), "hologram") {
			t.Errorf("%s: problems: %v", path, err)
		}
	}
}
