package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stead/internal/testkit/corpus"
	"stead/internal/testkit/corpus/home"
)

// makeSession writes a Claude Code session of at least size bytes.
func makeSession(path, id string, size int64, seed uint64) error {
	return writeSession(path, corpus.Session{ID: id, Size: size, Seed: seed})
}

func writeSession(path string, session corpus.Session) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = corpus.WriteClaude(file, session)
	return errors.Join(err, file.Close())
}

func sessionID(number int) string { return fmt.Sprintf("%08x-0000-4000-8000-000000000000", number) }

// makeClaudeStore makes sessions of 200 kB to 2 MB, 560 kB in the mean, in 20 projects.
func (b *bench) makeClaudeStore(count int) (folder string, err error) {
	root := filepath.Join(b.home, ".claude")
	z := home.Full().Claude
	z.Sessions = count
	_, err = corpus.Claude(root, z, 1)
	return filepath.Join(root, "projects"), err
}

// recorded is a session of the real Codex: its first line holds the instructions, which a list must read past.
const recorded = "internal/testkit/fixtures/testdata/codex/rollout-2026-11-20T18-46-27-01a1fa48-088b-76b0-907f-23bc7f331f3c.jsonl"

// makeCodexStore makes copies of the recorded session under ids of their own.
func (b *bench) makeCodexStore(root string, count int) (folder string, err error) {
	content, err := os.ReadFile(filepath.Join(root, recorded))
	if err != nil {
		return "", err
	}
	name := strings.TrimSuffix(filepath.Base(recorded), ".jsonl")
	id := name[len(name)-len(sessionID(0)):]
	folder = filepath.Join(b.home, ".codex", "sessions")
	for i := range count {
		day := filepath.Join(folder, "2026", "11", fmt.Sprintf("%02d", 1+i%28))
		if err := os.MkdirAll(day, 0o700); err != nil {
			return "", err
		}
		path := filepath.Join(day, strings.ReplaceAll(name, id, sessionID(i))+".jsonl")
		if err := os.WriteFile(path, bytes.ReplaceAll(content, []byte(id), []byte(sessionID(i))), 0o600); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// giantLine is a record with a tool's output of so many bytes.
func giantLine(session string, size int) string {
	const before, after = `{"parentUuid":null,"isSidechain":false,"message":{"role":"user","content":[{"tool_use_id":"toolu_giant",` +
		`"type":"tool_result","content":"`, `"}]},"type":"user","uuid":"f0000000-0000-4000-8000-000000000000","timestamp":"2026-11-20T00:00:00.000Z",` +
		`"cwd":"/home/user/corpus","sessionId":%q,"version":"2.1.197"}`
	text := `some words of an output\n`
	return before + strings.Repeat(text, size/len(text)) + fmt.Sprintf(after, session) + "\n"
}
