package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"stead/internal/testkit/corpus"
)

// searchAim is how much longer a conversion may take with the search for secrets.
const searchAim = 1.15

// secretEach is how many bytes of the sources have one secret.
const secretEach = 4000

// secrets measures what the search for secrets adds to a conversion, in texts of three origins: the project's own,
// random letters with names of secrets, Go's sources with secrets in them.
func (b *bench) secrets() error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	sources, err := corpus.Sources(filepath.Join(strings.TrimSpace(string(root)), "src"), secretEach, 1)
	if err != nil {
		return err
	}
	for i, origin := range []struct{ name, text string }{{"own texts", ""}, {"names of secrets", corpus.Mentions(1)},
		{"sources with secrets", sources}} {
		source, target := b.path("searched.jsonl"), b.path("searched-codex.jsonl")
		session := corpus.Session{ID: sessionID(10 + i), Size: *searchedMB * 1e6, Seed: 1, Text: origin.text}
		if err := writeSession(source, session); err != nil {
			return err
		}
		search := b.conversion(source, "claude", "codex", target)
		off := b.conversion(source, "claude", "codex", target)
		search.line, off.line = append(search.line, "--redact=mask"), append(off.line, "--redact=off")
		figures, err := b.compare(*rounds, jq(source), off, search)
		if err != nil {
			return err
		}
		what := fmt.Sprintf("convert %d MB, %s", *searchedMB, origin.name)
		b.table.ratio(what, "without the search", figures[2].wall, figures[1].wall, searchAim)
		b.table.ratio(what, "jq -c .type", figures[2].wall, figures[0].wall, 0.6)
		b.table.memory("peak memory, "+what, figures[2].peak, memoryAim)
	}
	return nil
}
