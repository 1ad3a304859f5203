package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stead/catalog"
	"stead/internal/transcript"
	"stead/timeline"
)

var listTool = sdk.Tool{
	Name: "list_sessions", Title: "List sessions",
	Description: "List the sessions (chat history, conversations, memory) of all AI coding CLIs on this machine, the newest first: Claude Code, Codex, " +
		"Gemini CLI, OpenCode, Kimi, Qwen Code, Pi. By default those of the current project. Each has a reference that show_session and hand_over take.",
}

type listInput struct {
	CLI     string `json:"cli,omitempty" jsonschema:"only the sessions of this CLI: claude, codex, gemini, opencode, kimi, qwen, pi"`
	Project string `json:"project,omitempty" jsonschema:"the folder whose sessions are listed. Default: the current project. * lists those of all folders"`
	Words   string `json:"words,omitempty" jsonschema:"only sessions whose title holds all of these words"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many sessions at most; default 30"`
	Cursor  string `json:"cursor,omitempty" jsonschema:"where the answer before has ended, as it says"`
}

// How many sessions an answer lists, unless it is asked for more or less.
const listedSessions = 30

// everywhere is the project that stands for all of them.
const everywhere = "*"

// folder returns the folder that a project names: the server's own by default, none for all.
func (s *server) folder(project string) string {
	switch {
	case project == "" || project == ".":
		return s.Folder
	case project == everywhere:
		return ""
	case !filepath.IsAbs(project):
		return filepath.Join(s.Folder, project)
	}
	return project
}

func (s *server) list(ctx context.Context, in listInput) (string, error) {
	from, err := cursorOf(in.Cursor)
	if err != nil {
		return "", err
	}
	project := s.folder(in.Project)
	l, err := s.Sessions.List(ctx, catalog.Query{CLI: in.CLI, Project: project})
	if err != nil {
		return "", err
	}
	found := withWords(l.Sessions, in.Words)
	if len(found) == 0 {
		return s.noneOf(project), nil
	}
	if in.Limit <= 0 {
		in.Limit = listedSessions
	}
	var a answer
	a.add(fmt.Sprintf("%s%s. A line each: reference | last used | model | branch | project | title\n", transcript.Count(len(found), "session"), of(project)))
	from = min(from, len(found))
	to := from
	for to < min(len(found), from+in.Limit) && a.add(s.listed(l, found[to])) {
		to++
	}
	if to < len(found) {
		return a.end("%d more: call again with cursor %q\n", len(found)-to, fmt.Sprint(to)), nil
	}
	return a.end(""), nil
}

func of(project string) string {
	if project == "" {
		return " of all folders"
	}
	return " of " + project
}

func (s *server) noneOf(project string) string {
	if project == "" {
		return "There are no such sessions on this machine."
	}
	return fmt.Sprintf("There are no such sessions%s. Those of other folders are listed with project %q.", of(project), everywhere)
}

func (s *server) listed(l catalog.Listing, of timeline.Summary) string {
	return strings.Join([]string{
		l.Reference(of), stamp(of.Updated), s.line(of.Model, 40), s.line(of.Branch, 40), s.line(of.Project, 200), s.line(of.Title, 120),
	}, " | ") + "\n"
}

// withWords keeps the sessions whose titles hold all of the words.
func withWords(all []timeline.Summary, words string) []timeline.Summary {
	wanted := strings.Fields(strings.ToLower(words))
	var found []timeline.Summary
	for _, s := range all {
		title, holds := strings.ToLower(s.Title), true
		for _, word := range wanted {
			holds = holds && strings.Contains(title, word)
		}
		if holds {
			found = append(found, s)
		}
	}
	return found
}
