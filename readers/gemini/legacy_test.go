package gemini_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/adaptertest"
	"stead/internal/testkit/fixtures"
)

// TestLegacyFile omits the writing: the CLI itself continues in JSON Lines, and so does the writer.
func TestLegacyFile(t *testing.T) {
	a := suite()
	a.Writer, a.Recorded.Fixtures, a.Recorded.Lossy, a.Records = nil, []string{
		"gemini/handwritten/legacy.json"}, nil, legacyRecords
	a.Recorded.Invented = map[string][]string{"a message": {`"type": "user"`, `"type": "invented"`}}
	adaptertest.Run(t, a)
}

// legacyRecords returns the lines that the CLI creates from an old file when it resumes it.
func legacyRecords(t testing.TB, location adapter.Location) [][]byte {
	t.Helper()
	content := fixtures.Read(t, "gemini/handwritten/legacy.json")
	var whole struct{ Messages []json.RawMessage }
	if err := json.Unmarshal(content, &whole); err != nil {
		t.Fatal(err)
	}
	begin, _, _ := bytes.Cut(content, []byte(`"messages"`))
	records := [][]byte{compact(t, append(bytes.Clone(begin), `"summary":"Read the README"}`...))}
	for _, message := range whole.Messages {
		records = append(records, compact(t, message))
	}
	return records
}

func compact(t testing.TB, value []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, value); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
