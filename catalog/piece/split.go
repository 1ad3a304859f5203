package piece

import (
	"strings"
	"unicode/utf8"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Splitter makes pieces of a session's entries, which it must be given in their order. The zero value is for a
// session's beginning.
type Splitter struct {
	// Turn counts the requests so far, Tools are the words of the tools that were called, by the call's id: set both to go
	// on where another Splitter has ended.
	Turn  int
	Tools map[string]string
}

// Split returns the pieces of an entry: none of a hidden one.
func (s *Splitter) Split(e *timeline.Entry) []Piece {
	if e.StartsTurn() {
		s.Turn++
	}
	if e.Hidden {
		return nil
	}
	return s.full(s.pieces(e))
}

func (s *Splitter) pieces(e *timeline.Entry) []Piece {
	switch e.Type {
	case timeline.User:
		return []Piece{said(e)}
	case timeline.Assistant:
		return []Piece{{Kind: Thinking, Body: e.Thinking.String()}, {Kind: Answer, Body: e.Content.String()}}
	case timeline.ToolCall:
		return []Piece{s.call(e)}
	case timeline.ToolResult:
		tool := s.Tools[e.CallID]
		delete(s.Tools, e.CallID)
		return []Piece{{Kind: Result, Body: outcome(e), Tool: tool}}
	}
	return []Piece{{Kind: Context, Body: e.Content.String()}}
}

// full returns the pieces that hold something, with their turn, and long ones in parts.
func (s *Splitter) full(pieces []Piece) []Piece {
	var kept []Piece
	for _, p := range pieces {
		p.Turn = s.Turn
		for len(p.Body) > longest {
			part := p
			part.Body = beginning(p.Body)
			kept, p.Body = append(kept, part), p.Body[len(part.Body):]
		}
		if p.Body != "" || p.Path != "" || p.Tool != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

// longest is the longest text of a piece in bytes.
const longest = 1 << 20

// beginning returns as much of a text as a piece can hold: up to a blank where there is one, else up to a sign, so that
// no word is cut.
func beginning(text string) string {
	part := text[:longest]
	end := 1 + strings.LastIndexAny(part, " \n\t")
	if end == 0 {
		end = 1 + strings.LastIndexFunc(part, func(r rune) bool { return r < utf8.RuneSelf && classes[byte(r)] != letter })
	}
	if end == 0 {
		return part
	}
	return text[:end]
}

// said returns what a user entry says: a prompt, or a context.
func said(e *timeline.Entry) Piece {
	p := Piece{Kind: Prompt, Body: e.Content.String()}
	if e.Origin == nil {
		return p
	}
	if typed := e.Origin.Typed.String(); typed != "" {
		p.Body = typed + "\n" + p.Body
	}
	if e.IsContext() {
		p.Kind, p.Path = Context, e.Origin.Name
	}
	return p
}

func outcome(e *timeline.Entry) string {
	output, failure := e.Output.String(), e.Error.String()
	if failure == "" || strings.Contains(output, failure) {
		return output
	}
	return output + "\n" + failure
}

// call returns a call, and remembers its tool for the result.
func (s *Splitter) call(e *timeline.Entry) Piece {
	p := Piece{Kind: Call, Tool: ToolWord(string(e.Tool))}
	if original := ToolWord(e.OriginalTool); original != p.Tool && e.OriginalTool != "" {
		p.Tool += " " + original
	}
	if s.Tools == nil {
		s.Tools = map[string]string{}
	}
	s.Tools[e.ID] = p.Tool
	var body, paths strings.Builder
	for key, value := range jsonl.Members(e.Input) {
		switch string(key) {
		case "path":
			collect(&paths, value)
		case "patch":
			patched(&paths, value.String())
			collect(&body, value)
		default:
			collect(&body, value)
		}
	}
	p.Body, p.Path = body.String(), paths.String()
	return p
}

// collect adds the texts of a value, a line each.
func collect(to *strings.Builder, value jsonl.Value) {
	switch {
	case value.IsString():
		addLine(to, value.String())
	case value.IsArray():
		for element := range jsonl.Elements(value) {
			collect(to, element)
		}
	case value.IsObject():
		for _, member := range jsonl.Members(value) {
			collect(to, member)
		}
	}
}

func addLine(to *strings.Builder, text string) {
	if to.Len() > 0 {
		to.WriteByte('\n')
	}
	to.WriteString(text)
}

// patched adds the files that a patch names.
func patched(paths *strings.Builder, patch string) {
	for path := range timeline.PatchedFiles(patch) {
		addLine(paths, path)
	}
}

// toolMark begins the word of a tool. No text keeps it, so that a search for a word finds no tool of that name.
const toolMark = "\uFDD0"

// ToolWord returns the word that stands in the index for a tool's name.
func ToolWord(name string) string {
	return toolMark + strings.Map(func(r rune) rune {
		if r >= 0x80 || classes[byte(r)] != letter {
			return '_'
		}
		return lower(r)
	}, name)
}
