package opencode

import (
	"strings"
	"unicode/utf8"

	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// session holds the facts about the new session as a whole: its folder, its title, the model that continues it.
type session struct {
	plan    writers.Plan
	project format.Project
	parent  string // the session that started this one, for a sub-agent's session
	agent   string
	title   string
	// forkedFrom is the session with the active conversation. It is only set for the session of an abandoned branch.
	forkedFrom string

	provider, model string
}

func newSession(plan writers.Plan, project format.Project) *session {
	s := &session{plan: plan, project: project, agent: "build"}
	s.provider, s.model = splitModel(plan.Provider, plan.Model)
	return s
}

// splitModel splits OpenCode's name of a model, provider/model.
func splitModel(provider, model string) (string, string) {
	if before, after, ok := strings.Cut(model, "/"); ok {
		return before, after
	}
	if provider == "" {
		return "", ""
	}
	return provider, model
}

// start writes the row of a new session unless it is already written.
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

// permission denies the tools for which a headless run would wait forever, as `opencode run` does for the sessions that
// it creates. A sub-agent must not start another.
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

// titleLength is the approximate length of the titles that OpenCode generates.
const titleLength = 60

// findTitle uses the beginning of the first prompt as the title. It runs before anything is written, because the stream
// must not be read again during its own iteration. OpenCode keeps a title other than its own "New session - ...".
func (s *session) findTitle() error {
	if s.title != "" {
		return nil
	}
	// For a session without any text, the title is OpenCode's own, which OpenCode replaces with one derived from the first
	// prompt (1.18.33).
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

// titleOf returns the beginning of a prompt on one line. It is empty for any other entry.
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

// wholeWords removes an incomplete word at the end of a text that was cut: the redaction could not find the beginning
// of a secret in the written session. Of a path or URL, the folders remain. A text in a script without spaces remains
// whole.
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
