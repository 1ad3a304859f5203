package opencode

import (
	"strings"
	"unicode/utf8"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// session is what the new session is as a whole: its folder, its title, who continues it.
type session struct {
	plan    writers.Plan
	project format.Project
	parent  string // the session that started this one as a sub-agent's
	agent   string
	title   string
	// forkedFrom is the session of the active conversation, in that of an abandoned branch.
	forkedFrom string

	provider, model string
}

func newSession(plan writers.Plan, project format.Project) *session {
	s := &session{plan: plan, project: project, agent: "build"}
	s.provider, s.model = splitModel(plan.Provider, plan.Model)
	return s
}

// splitModel parts a model as OpenCode names it, provider/model.
func splitModel(provider, model string) (string, string) {
	if before, after, ok := strings.Cut(model, "/"); ok {
		return before, after
	}
	if provider == "" {
		return "", ""
	}
	return provider, model
}

// start writes the row of a new session unless there is one.
func (s *session) start(out *output, times *clock) error {
	if out.started {
		return nil
	}
	return out.session(s.row(times.at(s.plan.Stream.Header.Metadata.Created)), s.project)
}

// row returns the row of a new session.
func (s *session) row(created int64) format.Row {
	o := timeline.NewObject(nil)
	o.String("table", format.SessionTable)
	o.String("id", s.plan.ID)
	o.String("project_id", s.project.ID)
	o.Optional("parent_id", s.parent)
	o.String("slug", "stead-"+strings.ToLower(s.plan.ID[len(s.plan.ID)-min(8, len(s.plan.ID)-len(format.SessionPrefix)):]))
	o.String("directory", s.plan.Dir)
	o.String("path", s.project.Relative(s.plan.Dir))
	o.String("title", s.title)
	o.String("version", s.version())
	o.String("agent", s.agent)
	if s.model != "" {
		o.Append("model", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("id", s.model)
			m.String("providerID", s.provider)
			m.String("variant", "default")
			return m.End()
		})
	}
	if s.forkedFrom != "" {
		o.Raw("metadata", format.ForkedFrom(s.forkedFrom))
	}
	o.Raw("permission", s.permission())
	o.Int("time_created", created)
	o.Int("time_updated", s.plan.Now.UnixMilli())
	row, _ := format.ParseRow(o.End())
	return row
}

// permission denies what a headless run would wait for without end, as `opencode run` does for the sessions that it
// makes. A sub-agent starts no other.
func (s *session) permission() []byte {
	denied := []string{"question", "plan_enter", "plan_exit"}
	if s.parent != "" {
		denied = append(denied, "task")
	}
	rules := []byte{'['}
	for i, name := range denied {
		if i > 0 {
			rules = append(rules, ',')
		}
		rules = append(rules, `{"permission":"`+name+`","pattern":"*","action":"deny"}`...)
	}
	return append(rules, ']')
}

func (s *session) version() string {
	if s.plan.Version != "" {
		return s.plan.Version
	}
	return format.TestedVersion
}

// titleLength is about how long the titles are that OpenCode makes.
const titleLength = 60

// findTitle takes the beginning of the first prompt for a title, before anything is written: the range must not be
// begun anew within itself. OpenCode keeps a title that is not its own "New session - ...".
func (s *session) findTitle() error {
	if s.title != "" {
		return nil
	}
	// Of a session without a word in it the title is OpenCode's own, in place of which it makes one from the first prompt
	// (1.18.33).
	s.title = "New session - " + s.plan.Now.UTC().Format("2006-01-02T15:04:05.000Z")
	for e, err := range s.plan.Stream.Entries {
		if err != nil {
			return err
		}
		s.title = "Session of " + s.plan.Stream.Header.Source.CLI
		if text := titleOf(e); text != "" {
			s.title = text
			return nil
		}
	}
	return nil
}

// titleOf returns the beginning of a prompt, in one line. It is empty for any other entry.
func titleOf(e *timeline.Entry) string {
	if !e.StartsTurn() {
		return ""
	}
	text := strings.Join(strings.Fields(e.Content.Head(4*titleLength)), " ")
	if runes := []rune(text); len(runes) > titleLength {
		whole := []rune(wholeWords(string(runes[:titleLength+1])))
		text = string(whole[:min(len(whole), titleLength)]) + "..."
	}
	return text
}

// wholeWords returns a text that was cut without the word in which it was: the beginning of a secret would not be found
// in what is written. Of a path or an address the folders stay, and all of a script that writes no blanks.
func wholeWords(cut string) string {
	end := len(cut)
	for end > 0 && cut[end-1] > ' ' && cut[end-1] < utf8.RuneSelf {
		end--
	}
	if end == 0 {
		end = max(0, strings.LastIndexByte(cut, '/'))
	}
	return strings.TrimRight(cut[:end], " ")
}
