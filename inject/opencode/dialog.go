package opencode

import (
	"encoding/json"

	"stead/adapters/opencode"
	"stead/inject"
	"stead/inject/signals"
	"stead/internal/adapt/jsonl"
)

var _ inject.Answerer = Driver{}

// replies are the answers that OpenCode accepts, with their labels in its dialog (1.18.33).
var replies = []struct{ name, label, reply string }{
	{signals.Allow, "Allow once", "once"}, {signals.Always, "Allow always", "always"}, {signals.Deny, "Reject", "reject"},
}

// Offers implements inject.Answerer. The plugin passes the answer on through OpenCode's own API, because only the color
// shows which answer is selected in the dialog.
func (Driver) Offers(q signals.Question, _ []byte) []inject.Offer {
	var offers []inject.Offer
	for _, r := range replies {
		line, err := json.Marshal(map[string]string{"id": q.ID, "reply": r.reply})
		if err != nil {
			return nil
		}
		offers = append(offers, inject.Offer{Option: signals.Option{Name: r.name, Label: r.label}, Line: line})
	}
	return offers
}

// questionOf converts a request to a question. The request holds only some of the call's arguments, and a change of a
// file as a diff.
func questionOf(request jsonl.Value) *signals.Question {
	tool := request.Get("permission").String()
	universal, arguments := opencode.ToUniversal(tool, request.Get("metadata"))
	question := inject.QuestionOf(tool, request.Get("metadata"), universal, arguments)
	question.ID, question.About = request.Get("id").String(), asking(request)
	return question
}
