package serve_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// What a verb refuses is told to the caller as the verb says it, also by those that work in a process of their own. It
// is no failure of the server.
func TestWhatVerbsRefuseIsNoFailureOfTheServer(t *testing.T) {
	t.Parallel()
	g := harness.New(t, provider.Steps(provider.Say("Nothing."))...)
	runtest.EndsRuns(t, g)
	from := runtest.SmallSession(g, "codex").Ref()
	s := runtest.Serve(t, g, "--api")
	for _, c := range []struct{ path, body, want, says string }{
		{"/runs", `{"from":"` + from + `","to":"codex","history":"foo"}`, "422 wrong-usage", `"foo" is not known`},
		{"/runs", `{"from":"` + from + `","to":"codex","allow":"foo"}`, "422 wrong-usage", "foo"},
		{"/runs", `{"to":"codex","history":"full"}`, "422 wrong-usage", "--history needs a session"},
		{"/runs", `{"to":"codex","prompt":"a\u0000b"}`, "422 wrong-usage", "NUL"},
		{"/runs", `{"to":"codex","prompt":"` + strings.Repeat("x", 200_000) + `"}`, "422 wrong-usage", "at most 131071 are possible"},
		{"/contests", `{"prompt":"x","with":["codex"],"history":"foo"}`, "422 wrong-usage", "foo"},
		{"/chains", `{"steps":["nonsense"]}`, "422 wrong-usage", "nonsense"},
		{"/templates/review/runs", `{"to":"codex","folder":"/nonexistent"}`, "409 failed", "review"},
		{"/templates/plan/runs", `{"to":"codex"}`, "422 wrong-usage", "task is missing"},
	} {
		var p struct{ Type, Detail string }
		status := s.Call(http.MethodPost, c.path, c.body, &p)
		if got := fmt.Sprint(status, " ", p.Type); got != c.want || !strings.Contains(p.Detail, c.says) {
			t.Errorf("%s %.80s: %s, %s, want %s with %s", c.path, c.body, got, p.Detail, c.want, c.says)
		}
	}
}
