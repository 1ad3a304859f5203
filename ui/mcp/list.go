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

// listOutput is the answer as data.
type listOutput struct {
	About string `json:"about" jsonschema:"what was listed"`
	// Sessions are the newest first.
	Sessions []listedSession `json:"sessions"`
	Total    int             `json:"total" jsonschema:"how many sessions there are"`
	Next     string          `json:"next,omitempty" jsonschema:"the cursor for the next call, if there are more"`
}

// listedSession is a session as it is listed. Texts are masked and shortened.
type listedSession struct {
	Reference string `json:"reference" jsonschema:"how show_session and hand_over name the session"`
	Updated   string `json:"updated" jsonschema:"when it was last used, in UTC"`
	State     string `json:"state,omitempty"`
	Turns     int    `json:"turns,omitempty" jsonschema:"prompts with all that came of them; missing if not known yet"`
	Model     string `json:"model,omitempty"`
	Branch    string `json:"branch,omitempty"`
	Project   string `json:"project,omitempty"`
	From      string `json:"from,omitempty" jsonschema:"what it was made of, if of another session"`
	Title     string `json:"title"`
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

func (s *server) list(ctx context.Context, in listInput) (text string, out listOutput, err error) {
	out.Sessions = []listedSession{}
	from, err := cursorOf(in.Cursor)
	if err != nil {
		return "", out, err
	}
	where := s.project(in.Project)
	l, err := s.List(ctx, listing.Query{CLI: in.CLI, Project: where, Words: strings.Fields(in.Words)})
	if err != nil {
		return "", out, err
	}
	found := l.Rows
	if len(found) == 0 {
		out.About = s.noneOf(where)
		return out.About, out, nil
	}
	out.About, out.Total = transcript.Count(len(found), "session")+of(where), len(found)
	if in.Limit <= 0 {
		in.Limit = listedSessions
	}
	var a answer
	a.add(out.About + ". A line each: reference | last used | state | turns, if known | model | branch | project | " +
		"made of, if of another session | title\n")
	from = min(from, len(found))
	to := from
	for to < min(len(found), from+in.Limit) {
		row := s.listed(found[to])
		if !addWith(&a, row.line(), &out.Sessions, row) {
			break
		}
		to++
	}
	if to < len(found) {
		out.Next = fmt.Sprint(to)
		return a.end("%d more: call again with cursor %q\n", len(found)-to, out.Next), out, nil
	}
	return a.end(""), out, nil
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

func (s *server) listed(r listing.Row) listedSession {
	return listedSession{
		Reference: r.Reference, Updated: stamp(r.Updated), State: string(r.State), Turns: r.Turns,
		Model: s.line(r.Model, 40), Branch: s.line(r.Branch, 40), Project: s.line(r.Folder(), 200),
		From: s.line(strings.TrimSpace(r.Origin.Kind+" "+r.From), 80), Title: s.line(r.Title, 120),
	}
}

// line returns a session as a line of text.
func (l listedSession) line() string {
	turns := ""
	if l.Turns > 0 {
		turns = fmt.Sprint(l.Turns)
	}
	return strings.Join([]string{l.Reference, l.Updated, l.State, turns, l.Model, l.Branch, l.Project, l.From, l.Title},
		" | ") + "\n"
}
