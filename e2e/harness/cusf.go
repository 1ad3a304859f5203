package harness

// cusf is a format for the exchange of sessions: files that lie anywhere,
// which no CLI resumes by itself. One without a folder, or
// without entries, cannot go on.
func cusf() CLI {
	return CLI{
		Name:     "cusf",
		recorded: "/home/user/demo",
		sessions: []string{"valid/v0[13-5]*.jsonl"},
		place: func(h *Home, file string) (Session, error) {
			return placeFile(h, "cusf", file)
		},
		Richest: []string{"v01", "v05"},
	}
}
