package catalog

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"stead/internal/adapt/jsonl"
)

// Likeness describes what a file of an unknown format looks like.
type Likeness struct {
	// What describes the file. Advice says what the user can do; it may be empty.
	What, Advice string
}

const (
	unpack   = "unpack it, and name the session's file in it"
	exported = "what was exported for people cannot be read back: export it as universal or cusf, or name the session itself"
	notACLI  = "stead reads the sessions of AI coding CLIs"
)

// lookalikes are kinds of files that people mistake for sessions, the most certain first.
var lookalikes = []struct {
	likeness Likeness
	is       func(head []byte) bool
}{
	{Likeness{"a zip archive", unpack}, begins("PK\x03\x04")},
	{Likeness{"a gzip archive", unpack}, begins("\x1f\x8b")},
	{Likeness{"a zstd archive", unpack}, begins("\x28\xb5\x2f\xfd")},
	{Likeness{"an xz archive", unpack}, begins("\xfd7zXZ")},
	{Likeness{"a SQLite database without sessions of OpenCode", "OpenCode keeps its sessions in opencode.db"},
		begins("SQLite format 3\x00")},
	{Likeness{"text in UTF-16, as PowerShell writes it", "convert it to UTF-8"}, func(head []byte) bool {
		return begins("\xff\xfe")(head) || begins("\xfe\xff")(head)
	}},
	{Likeness{"a PDF", exported}, begins("%PDF-")},
	{Likeness{"a recording of a terminal (asciinema)",
		"it shows what was drawn, not what was said: name the session of the CLI that ran"}, isRecording},
	{Likeness{"ChatGPT's export of conversations", notACLI}, firstOf("mapping", "current_node")},
	{Likeness{"Claude's export of conversations from the web", notACLI}, firstOf("chat_messages", "uuid")},
	{Likeness{"a part of a message of OpenCode", "OpenCode keeps whole sessions in opencode.db"}, isPart},
	{Likeness{"a history in the form of OpenAI's API, as Grok and others keep it", notACLI}, isItem},
	{Likeness{"a web page", exported}, isPage},
	{Likeness{"Markdown", exported}, isMarkdown},
	{Likeness{"JSON of another kind", ""}, func(head []byte) bool {
		return jsonl.Value(firstLine(head)).IsObject() ||
			begins("[")(head)
	}},
	{Likeness{"no text", ""}, func(head []byte) bool {
		return bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)])
	}},
	{Likeness{"text", ""}, func([]byte) bool { return true }},
}

// lookalike says what a file looks like, judging by its first bytes.
func lookalike(head []byte) Likeness {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	for _, l := range lookalikes {
		if l.is(head) {
			return l.likeness
		}
	}
	return Likeness{}
}

func begins(prefix string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(prefix)) }
}

// firstLine returns the first line that is not blank.
func firstLine(head []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte{'\n'})
	return bytes.TrimSpace(line)
}

// isRecording detects the header of an asciicast, of any version: https://docs.asciinema.org/manual/asciicast/v3/.
func isRecording(head []byte) bool {
	header := jsonl.Value(firstLine(head))
	return header.Get("version") != nil && (header.Get("width") != nil || header.Get("term", "cols") != nil)
}

// isPart detects a file of OpenCode's older versions.
func isPart(head []byte) bool {
	part := jsonl.Value(firstLine(head))
	return part.Get("sessionID") != nil && part.Get("messageID") != nil
}

// isItem detects a model's input, one item per line: https://platform.openai.com/docs/api-reference/responses.
func isItem(head []byte) bool {
	item := jsonl.Value(firstLine(head))
	switch item.Get("type").String() {
	case "message":
		return item.Get("role") != nil && item.Get("content").IsArray()
	case "reasoning":
		return item.Get("summary") != nil
	case "function_call", "function_call_output":
		return item.Get("call_id") != nil
	}
	return false
}

// firstOf detects a list whose first object has these members.
func firstOf(members ...string) func([]byte) bool {
	return func(head []byte) bool {
		text := bytes.TrimSpace(head)
		if !begins("[")(text) {
			return false
		}
		for _, name := range members {
			if !bytes.Contains(text, []byte(`"`+name+`"`)) {
				return false
			}
		}
		return true
	}
}

func isPage(head []byte) bool {
	text := strings.ToLower(string(firstLine(head)))
	return strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html")
}

// isMarkdown detects a text that begins with a heading, or has one among its first lines.
func isMarkdown(head []byte) bool {
	for line := range bytes.Lines(head[:min(len(head), 4<<10)]) {
		text := bytes.TrimLeft(line, "#")
		if marks := len(line) - len(text); marks > 0 && marks <= 6 && begins(" ")(text) {
			return true
		}
	}
	return false
}
