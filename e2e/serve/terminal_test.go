package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
	"stead/internal/screen"
)

// terminal is the terminal of a run, as a page has it.
type terminal struct {
	t    *testing.T
	conn *websocket.Conn
	seen *screen.Screen
	told []string
}

// terminal opens the terminal of a run.
func (s *server) terminal(run string) *terminal {
	s.t.Helper()
	conn, _, err := websocket.Dial(s.t.Context(), "ws"+strings.TrimPrefix(s.address, "http")+"/runs/"+run+"/terminal",
		&websocket.DialOptions{HTTPClient: s.client, Subprotocols: []string{"stead.terminal.v1"}})
	if err != nil {
		s.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	x := &terminal{t: s.t, conn: conn, seen: screen.New(40, 120, func([]byte) {})}
	s.t.Cleanup(func() {
		_ = conn.CloseNow()
		x.seen.Close()
	})
	x.say(fmt.Sprintf(`{"type":"key","key":%q,"rows":40,"columns":120}`, s.key))
	return x
}

func (x *terminal) say(text string) {
	x.t.Helper()
	if err := x.conn.Write(x.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		x.t.Fatal(err)
	}
}

// await reads until a condition holds, or the connection ends.
func (x *terminal) await(what string, is func() bool) {
	x.t.Helper()
	ctx, stop := context.WithTimeout(x.t.Context(), time.Minute)
	defer stop()
	for !is() {
		kind, data, err := x.conn.Read(ctx)
		if err != nil {
			x.t.Fatalf("no %s: %v\n%s\n%q", what, err, x.seen.Text(), x.told)
		}
		if kind == websocket.MessageText {
			x.told = append(x.told, string(data))
			continue
		}
		_, _ = x.seen.Write(data)
	}
}

func (x *terminal) shows(text string) {
	x.t.Helper()
	x.await(text, func() bool { return strings.Contains(x.seen.Text(), text) })
}

// TestRunIsAnsweredWatchedAndTypedIntoByTheAPI starts the real Codex by the API. It asks permission, which the API answers, once; its terminal is watched, then
// typed into; and it ends by the API.
func TestRunIsAnsweredWatchedAndTypedIntoByTheAPI(t *testing.T) {
	how := harness.Of("codex").Permission
	g := harness.New(t, provider.Step{Reply: provider.Reply{Calls: []provider.ToolCall{how.Call}}}, provider.Step{Reply: provider.Say("It is made.")},
		provider.Step{Reply: provider.Say("Typed it was."), Always: true})
	session := runtest.SmallSession(g, "codex")
	runtest.AsksFirst(t, g, "codex")
	runtest.EndsRuns(t, g)
	s := serve(t, g)
	var run struct {
		ID, State string
		Question  *struct {
			ID, About string
			Options   []struct{ Name string }
		}
	}
	if status := s.call(http.MethodPost, "/runs", `{"from":"`+session.Ref()+`","to":"codex","interactive":true,"prompt":"`+runtest.Prompt+`"}`, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	path := "/runs/" + run.ID
	runtest.Eventually(t, "the question can be answered", func() bool {
		s.call(http.MethodGet, path, "", &run)
		return run.State == "permission" && run.Question != nil && len(run.Question.Options) > 0
	})
	if run.Question.About != how.About {
		t.Errorf("it asks for %+v", run.Question)
	}
	x := s.terminal(run.ID)
	answer := fmt.Sprintf(`{"question":%q,"option":"allow"}`, run.Question.ID)
	var given struct{ By, Option string }
	if status := s.call(http.MethodPost, path+"/answers", answer, &given); status != http.StatusAccepted || given.Option != "allow" {
		t.Fatalf("the answer is %d %+v", status, given)
	}
	var problem struct{ Type, Detail string }
	if status := s.call(http.MethodPost, path+"/answers", answer, &problem); status != http.StatusConflict || !strings.Contains(problem.Detail, given.By) {
		t.Errorf("answered twice it is %d %+v", status, problem)
	}
	x.shows("It is made.")
	x.say(`{"type":"keyboard","yours":true}`)
	x.await("the keyboard", func() bool {
		var told struct{ Yours bool }
		return len(x.told) > 0 && json.Unmarshal([]byte(x.told[len(x.told)-1]), &told) == nil && told.Yours
	})
	if err := x.conn.Write(t.Context(), websocket.MessageBinary, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	x.shows("hello")
	if err := x.conn.Write(t.Context(), websocket.MessageBinary, []byte("\r")); err != nil {
		t.Fatal(err)
	}
	x.shows("Typed it was.")
	if status := s.call(http.MethodPost, path+"/stop", "", &run); status != http.StatusAccepted {
		t.Errorf("stopped it is %d", status)
	}
	x.await("the end", func() bool { return strings.Contains(x.told[len(x.told)-1], `"end"`) })
}
