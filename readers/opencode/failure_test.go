package opencode

import (
	"encoding/json"
	"testing"

	"stead/internal/testkit/fixtures/failures"
	"stead/internal/testkit/writertest"
)

func TestFailedAttemptsAreNotDelivered(t *testing.T) {
	for _, name := range failures.Names(t, "opencode", failures.Rows) {
		t.Run(name, func(t *testing.T) {
			failures.DeliverAs(t, Reader{}, name, "session.json", exported(t, failures.Read(t, name)))
		})
	}
}

// exported creates the document of an export from rows.
func exported(t *testing.T, rows []byte) []byte {
	t.Helper()
	type message struct {
		Info  map[string]any   `json:"info"`
		Parts []map[string]any `json:"parts"`
	}
	var messages []*message
	byID := map[string]*message{}
	for _, line := range writertest.Lines(t, rows) {
		var row struct {
			Table, ID string
			MessageID string `json:"message_id"`
			Data      map[string]any
		}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		row.Data["id"] = row.ID
		if row.Table == "message" {
			byID[row.ID] = &message{Info: row.Data, Parts: []map[string]any{}}
			messages = append(messages, byID[row.ID])
			continue
		}
		byID[row.MessageID].Parts = append(byID[row.MessageID].Parts, row.Data)
	}
	info := map[string]any{"id": "ses_a", "title": "Failed", "time": map[string]any{"created": 1, "updated": 2}}
	document, err := json.Marshal(map[string]any{"info": info, "messages": messages})
	if err != nil {
		t.Fatal(err)
	}
	return document
}
