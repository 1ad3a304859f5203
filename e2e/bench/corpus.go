package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// corpus makes Claude Code sessions of a real shape: lines of 1.5 kB in the
// median, a few of 125 kB, in turns of a prompt, a call, its result and an
// answer. The same seed makes the same bytes.
type corpus struct {
	random *rand.Rand
	words  string
}

func newCorpus() *corpus {
	return &corpus{
		random: rand.New(rand.NewPCG(1, 2)),
		words:  strings.Repeat("func add(a, b int) int {\n\treturn a + b // \"sum\" für 你\n}\n", 2500),
	}
}

// body is a text of a random length: log-normal, as bodies of sessions are.
func (c *corpus) body() string {
	length := int(1000 * math.Exp(c.random.NormFloat64()*1.2))
	return strings.ToValidUTF8(c.words[:min(length, 120_000)], "")
}

func (c *corpus) id() string {
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x",
		c.random.Uint32(), c.random.IntN(1<<16), c.random.IntN(1<<12), c.random.IntN(1<<12), c.random.Int64N(1<<48))
}

// session writes a session of at least size bytes into a folder.
func (c *corpus) session(folder string, size int) (path string, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	id := c.id()
	path = filepath.Join(folder, id+".jsonl")
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	out := &sessionWriter{corpus: c, buffer: bufio.NewWriterSize(file, 1<<20), session: id}
	for out.written < size && out.err == nil {
		out.turn()
	}
	if out.err == nil {
		out.err = out.buffer.Flush()
	}
	if err := file.Close(); out.err == nil {
		out.err = err
	}
	return path, out.err
}

// sessionWriter writes the lines of one session and remembers the first
// error.
type sessionWriter struct {
	corpus  *corpus
	buffer  *bufio.Writer
	session string
	parent  any
	turns   int
	written int
	err     error
}

type object = map[string]any

func (w *sessionWriter) turn() {
	w.turns++
	call := fmt.Sprintf("toolu_%08d", w.turns)
	w.line("user", "", "Look at the file, then change it.")
	w.line("assistant", "tool_use", []object{
		{"type": "text", "text": w.corpus.body()},
		{"type": "tool_use", "id": call, "name": "Read", "input": object{"file_path": "/home/user/demo/main.go"}},
	})
	w.line("user", "", []object{{"type": "tool_result", "tool_use_id": call, "content": w.corpus.body()}})
	w.line("assistant", "end_turn", []object{{"type": "text", "text": w.corpus.body()}})
}

// line writes a user's or an assistant's line; the stop reason is the
// assistant's.
func (w *sessionWriter) line(role, stop string, content any) {
	if w.err != nil {
		return
	}
	id := w.corpus.id()
	message := object{"role": role, "content": content}
	if stop != "" {
		message["id"], message["type"], message["model"] = "msg_"+id, "message", "claude-opus-4-8"
		message["stop_reason"] = stop
	}
	line, err := json.Marshal(object{
		"parentUuid": w.parent, "isSidechain": false, "type": role, "message": message, "uuid": id,
		"timestamp": "2026-11-20T18:55:42.497Z", "userType": "external", "entrypoint": "cli",
		"cwd": "/home/user/demo", "sessionId": w.session, "version": "2.1.197", "gitBranch": "main",
	})
	if err != nil {
		w.err = err
		return
	}
	w.parent = id
	count, err := w.buffer.Write(append(line, '\n'))
	w.written, w.err = w.written+count, err
}
