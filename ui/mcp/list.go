package mcp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stead/catalog/listing"
	"stead/internal/render/transcript"
	"stead/internal/sys/dirs"
)

var listTool = sdk.Tool{
	Name: "list_sessions", Title: "List sessions",
	Description: "List the sessions (chat history, conversations, memory) of all AI coding CLIs on this machine, the newest first: Claude Code, Codex, " +
		"Gemini CLI, OpenCode and others. By default those of the current project. Each has a reference that show_session and hand_over take.",
}

type listInput struct {
	CLI     string `json:"cli,omitempty" jsonschema:"only the sessions of this CLI, such as claude or codex"`
	Project string `json:"project,omitempty" jsonschema:"the project whose sessions are listed: a folder with all below it, or its name. Default: the current project. * lists those of all folders"`
	Words   string `json:"words,omitempty" jsonschema:"only sessions that have all of these words in their title, or in a text"`
	Limit   int    `json:"limit,omitempty" jsonschema:"how many sessions at most; default 30"`
	Cursor  string `json:"cursor,omitempty" jsonschema:"where the answer before has ended, as it says"`
}

// listedSessions is the default number of sessions in an answer.
const listedSessions = 30

// everywhere stands for all projects.
const everywhere = "*"

// project resolves a project name or path. The default is the server's own folder; the result is empty for all
// projects.
func (s *server) project(name string) string {
	switch {
	case name == "" || name == ".":
		return s.Folder
	case name == everywhere:
		return ""
	case dirs.IsPath(name) && !filepath.IsAbs(name):
		return filepath.Join(s.Folder, name)
	}
	return name
}

func (s *server) list(ctx context.Context, in listInput) (string, error) {
	from, err := cursorOf(in.Cursor)
	if err != nil {
		return "", err
	}
	where := s.project(in.Project)
	l, err := s.List(ctx, listing.Query{CLI: in.CLI, Project: where, Words: strings.Fields(in.Words)})
	if err != nil {
		return "", err
	}
	found := l.Rows
	if len(found) == 0 {
		return s.noneOf(where), nil
	}
	if in.Limit <= 0 {
		in.Limit = listedSessions
	}
	var a answer
	a.add(
		fmt.Sprintf(
			"%s%s. A line each: reference | last used | state | turns, if known | model | branch | project | made of, if of another session | title\n", transcript.Count(len(found), "session"), of(where)))
	from = min(from, len(found))
	to := from
	for to < min(len(found), from+in.Limit) && a.add(s.listed(found[to])) {
		to++
	}
	if to < len(found) {
		return a.end("%d more: call again with cursor %q\n", len(found)-to, fmt.Sprint(to)), nil
	}
	return a.end(""), nil
}

func of(where string) string {
	if where == "" {
		return " of all folders"
	}
	return " of " + where
}

func (s *server) noneOf(where string) string {
	if where == "" {
		return "There are no such sessions on this machine."
	}
	return fmt.Sprintf("There are no such sessions%s. Those of other folders are listed with project %q.", of(where),
		everywhere)
}

func (s *server) listed(r listing.Row) string {
	turns := ""
	if r.Turns > 0 {
		turns = fmt.Sprint(r.Turns)
	}
	made := strings.TrimSpace(r.Origin.Kind + " " + r.From)
	return strings.Join([]string{
		r.Reference, stamp(r.Updated), string(r.State), turns, s.line(r.Model, 40), s.line(r.Branch, 40),
		s.line(r.Folder(), 200), s.line(made, 80),
		s.line(r.Title, 120),
	}, " | ") + "\n"
}
