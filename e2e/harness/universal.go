package harness

import "path/filepath"

// universal is stead's own format: files that lie anywhere, which no CLI
// resumes by itself.
func universal() CLI {
	return CLI{
		Name:     "universal",
		recorded: "/home/user/demo-universal",
		sessions: []string{"*.json*"},
		place: func(h *Home, file string) (Session, error) {
			return placeFile(h, "universal", file)
		},
		Richest: []string{"every-tool", "compacted"},
	}
}

// placeFile places a session of a format that has no store.
func placeFile(h *Home, cli, file string) (Session, error) {
	content, err := h.moved(cli, file)
	if err != nil {
		return Session{}, err
	}
	session := Session{CLI: cli, Path: filepath.Join(h.Dir, "sessions", filepath.Base(file))}
	return session, write(session.Path, content)
}
