package installed

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"stead/internal/sys/atomicfile"
	"stead/internal/sys/regular"
)

// patience is the time limit for a program to print its version. Kimi CLI, a Python program, took more than 5 s on a
// loaded machine.
const patience = 20 * time.Second

// answer is what a program printed when it was asked for its version. It is valid as long as the file does not change.
type answer struct {
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	// Answer is the first line of the output.
	Answer string `json:"answer"`
}

// asked returns what the program prints for --version, or nothing.
func (f Finder) asked(ctx context.Context, path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	known := f.remembered()
	if a, ok := known[path]; ok && a.Size == info.Size() && a.Modified.Equal(info.ModTime()) {
		return a.Answer
	}
	said := f.ask(ctx, path)
	if version(said) != "" {
		known[path] = answer{info.Size(), info.ModTime(), said}
		f.remember(known)
	}
	return said
}

func (f Finder) ask(ctx context.Context, path string) string {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	command := exec.CommandContext(ctx, path, "--version")
	command.Env = append([]string{}, f.Environ...) // nil would be the whole environment of stead's own process
	command.WaitDelay = time.Second                // a grandchild may hold the pipe open
	output, err := command.Output()
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimSpace(string(output)), "\n")
	return first
}

// version returns the first word that looks like a version: "codex-cli 0.169.0", "2.1.197 (Claude Code)".
func version(output string) string {
	for word := range strings.FieldsSeq(output) {
		word = strings.TrimPrefix(word, "v")
		if word != "" && word[0] >= '0' && word[0] <= '9' && strings.ContainsRune(word, '.') {
			return strings.TrimRight(word, ",;:)")
		}
	}
	return ""
}

// remembered returns the content of the cache. It is empty if the cache cannot be read.
func (f Finder) remembered() map[string]answer {
	known := map[string]answer{}
	if data, err := regular.ReadFile(f.Cache); err == nil && json.Unmarshal(data, &known) != nil {
		return map[string]answer{}
	}
	return known
}

// remember rewrites the cache. If this fails, it only costs a little time.
func (f Finder) remember(known map[string]answer) {
	if f.Cache == "" || os.MkdirAll(filepath.Dir(f.Cache), 0o700) != nil {
		return
	}
	if data, err := json.MarshalIndent(known, "", "  "); err == nil {
		_ = atomicfile.Update(f.Cache, append(data, '\n'))
	}
}
