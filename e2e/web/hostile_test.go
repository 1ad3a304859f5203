package web_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

const (
	hostileID = "00000000-aaaa-4bbb-8ccc-00000000000c"
	hugeID    = "00000000-aaaa-4bbb-8ccc-00000000000d"
)

// A script that acts sets this flag of the page.
const acts = "window.acted=1"

// evil are texts that would do something where a page took them for more than text.
var evil = []string{
	`<script>` + acts + `</script>`,
	`<img src=x onerror="` + acts + `">`,
	`"><img src=http://stranger.invalid/a.png onerror=` + acts + `>`,
	`<svg onload=` + acts + `><script>` + acts + `</script><image href="http://stranger.invalid/b.svg"/></svg>`,
	`<style>*{display:none!important}body{background:url(http://stranger.invalid/c.png)}</style>`,
	`<link rel=stylesheet href=http://stranger.invalid/d.css><meta http-equiv=refresh content="0;url=http://stranger.invalid/">`,
	`<iframe src="javascript:parent.` + acts +
		`"></iframe><base href="http://stranger.invalid/"><form action=http://stranger.invalid/><input autofocus onfocus=` +
		acts + `>`,
	`</title></textarea></pre></script><script>` + acts + `</script>`,
	`[a link](javascript:` + acts + `) [data](data:text/html,<script>opener.` + acts +
		`</script>) ![picture](http://stranger.invalid/e.png) <javascript:` + acts +
		`> [v](vbscript:x) [u](//stranger.invalid/f)`,
	`[r]: javascript:` + acts + "\n\n[text][r] ![p][r]",
	"{{constructor.constructor('" + acts + "')()}} ${" + acts + "} `" + acts + "`",
	"\x1b]0;renamed\x07\x1b[2J\x1b[31mred\x1b[0m\x1b]8;;http://stranger.invalid/\x1b\\link\x1b]8;;\x1b\\ \x9b31m\x00\x7f",
	"\u202egnp.exe\u202c \u2066isolated\u2069 \u200fright \u200bnothing \u2028line \U000e0041tag",
	`__proto__ constructor toString hasOwnProperty`,
}

// hostile is all of them in a line.
var hostile = strings.Join(evil, " ")

// TestStrangersTextOnlyIsText opens every page of a machine whose every text is a stranger's: nothing in them acts or
// loads.
func TestStrangersTextOnlyIsText(t *testing.T) {
	t.Parallel()
	ask := harness.Of("codex").Permission.Call
	ask.Arguments = asJSON(t, block{"cmd": "touch made.txt # " + evil[1], "sandbox_permissions": "require_escalated",
		"justification": evil[0] + "\u202e"})
	g := harness.New(t, provider.Step{Reply: provider.Use(ask)}, provider.Step{Reply: provider.Say(hostile), Always: true})
	runtest.Repository(t, g)
	runtest.AsksFirst(t, g, "codex")
	runtest.EndsRuns(t, g)
	source, huge := hostileSession(t, g), hugeSession(t, g)
	s := runtest.Serve(t, g)
	all := []string{source.Ref(), huge.Ref()}
	t.Run("formats", func(t *testing.T) {
		browse(t, g, s, "hostile", facts{"sessions": all, "references": append([]string{huge.Ref()},
			forked(t, s, source)...)}, nil)
	})
	t.Run("pages", func(t *testing.T) {
		browse(t, g, s, "hostile", facts{
			"sessions": all, "draft": drafted(t, s, source), "run": asking(t, s, g, source), "contest": contested(t, s, g),
			"chain": chained(t, s, g),
		}, nil)
	})
}

// hostileSession is a session of Claude Code of all kinds of entries.
func hostileSession(t *testing.T, g *harness.Environment) harness.Session {
	w := newSession(t, g, hostileID)
	w.project, w.branch, w.model = "/home/user/"+evil[1]+"\u202e", evil[0], evil[1]
	w.line(block{"type": "custom-title", "customTitle": "\u202e" + hostile, "sessionId": w.id})
	for n, one := range evil {
		id := fmt.Sprint("toolu_", n)
		w.says(one)
		w.answers(block{"type": "thinking", "thinking": one, "signature": "c2lnbmVk"},
			text("# "+one+"\n\n- "+one+"\n\n| a | b |\n|--|--|\n| "+one+" | x |\n\n```html\n"+one+"\n```\n\n> "+one))
		w.answers(call(id, "Bash", block{"command": one, "description": one}))
		w.says([]block{result(id, one)})
		w.answers(call(id+"e", "Edit", block{"file_path": "/tmp/" + one, "old_string": one, "new_string": one + one}))
		w.says([]block{result(id+"e", []block{text(one), picture("image/svg+xml",
			`<svg xmlns="http://www.w3.org/2000/svg" onload="`+acts+`"><script>`+acts+`</script></svg>`)})})
		w.answers(call(id+"x", one, block{one: one, "path": one}))
		w.says([]block{result(id+"x", one)})
		w.answers(call(id+"t", "TodoWrite", block{"todos": []block{{"content": one, "status": one, "activeForm": one}}}))
		w.says([]block{result(id+"t", one)})
	}
	w.says([]block{text(hostile), picture("text/html", "<script>"+acts+"</script>"),
		picture(`image/png" onerror="`+acts, "no picture"), picture("image/png", "no picture")})
	return w.placed(g)
}

// hugeSession is a session of Claude Code of texts that no page has room for: a line of a megabyte, and 10,000 lines of
// code.
func hugeSession(t *testing.T, g *harness.Environment) harness.Session {
	w := newSession(t, g, hugeID)
	endless := strings.Repeat("a line without an end "+evil[1], 1<<20/60)
	code := "```js\n" + strings.Repeat(evil[0]+"\u202e\n", 10_000) + "```"
	w.says("Show me.")
	for n, one := range []string{endless, code} {
		id := fmt.Sprint("toolu_", n)
		w.says(one)
		w.answers(text(one), call(id, "Bash", block{"command": one}))
		w.says([]block{result(id, one)})
	}
	return w.placed(g)
}

func picture(kind, content string) block {
	return block{"type": "image", "source": block{"type": "base64", "media_type": kind,
		"data": base64.StdEncoding.EncodeToString([]byte(content))}}
}

// forked makes sessions of a session in the formats of all other CLIs, and returns their references and those of the
// journals.
func forked(t *testing.T, s *runtest.Server, from harness.Session) (references []string) {
	t.Helper()
	for _, cli := range harness.With(func(c harness.CLI) bool { return c.IsFromNPM() && c.Name != from.CLI }) {
		var run struct{ ID, To string }
		if status := s.Call(http.MethodPost, "/forks", asJSON(t, block{"session": from.Ref(), "to": cli, "folder": "."}),
			&run); status != http.StatusAccepted {
			t.Fatalf("the fork into %s is %d", cli, status)
		}
		references = append(references, run.To, "run:"+run.ID)
	}
	return references
}

// drafted begins an edited copy of a session.
func drafted(t *testing.T, s *runtest.Server, from harness.Session) (id string) {
	t.Helper()
	var draft struct{ ID, Reference string }
	body := asJSON(t, block{"session": from.Ref(), "edits": []block{{"op": "rewrite", "entries": "1", "text": evil[1]},
		{"op": "drop", "entries": "2"}}})
	if status := s.Call(http.MethodPost, "/drafts", body, &draft); status != http.StatusAccepted {
		t.Fatalf("the draft is %d", status)
	}
	return strings.TrimPrefix(draft.Reference, "draft:")
}

// asking is a run of the real Codex that asks for what a stranger wants.
func asking(t *testing.T, s *runtest.Server, g *harness.Environment, from harness.Session) (id string) {
	t.Helper()
	var run struct {
		ID, State string
		Question  *struct{ ID string }
	}
	body := asJSON(t, block{"from": from.Ref(), "to": "codex", "interactive": true, "history": "last:1",
		"folder": g.Work, "prompt": "Go on."})
	if status := s.Call(http.MethodPost, "/runs", body, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	runtest.Eventually(t, "the run asks", func() bool {
		s.Call(http.MethodGet, "/runs/"+run.ID, "", &run)
		return run.Question != nil
	})
	return run.ID
}

// contested is a contest of the real Codex, whose task, answer, check and work are a stranger's.
func contested(t *testing.T, s *runtest.Server, g *harness.Environment) (id string) {
	t.Helper()
	var contest struct{ Contest, Status string }
	body := asJSON(t, block{"prompt": evil[1] + "\u202e", "with": []string{"codex"}, "folder": g.Work,
		"check": "echo '" + evil[1] + "' | tee '" + evil[0][:8] + ".html'"})
	if status := s.Call(http.MethodPost, "/contests", body, &contest); status != http.StatusAccepted {
		t.Fatalf("the contest is %d", status)
	}
	runtest.Eventually(t, "the contest is over", func() bool {
		s.Call(http.MethodGet, "/contests/"+contest.Contest, "", &contest)
		return contest.Status != "running"
	})
	return contest.Contest
}

// chained is a chain that waits for the approval of what a stranger wants.
func chained(t *testing.T, s *runtest.Server, g *harness.Environment) (id string) {
	t.Helper()
	var chain struct{ Chain, Status string }
	steps := []block{{"name": "step", "cli": "codex", "prompt": evil[1] + "\u202e" + evil[0], "approve": true}}
	body := asJSON(t, block{"folder": g.Work, "recipe": block{"name": evil[1], "description": evil[0], "steps": steps}})
	if status := s.Call(http.MethodPost, "/chains", body, &chain); status != http.StatusAccepted {
		t.Fatalf("the chain is %d %+v", status, chain)
	}
	return chain.Chain
}
