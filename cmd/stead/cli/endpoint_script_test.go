package cli

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// servesModel starts a model's service with the API of OpenAI: serves-model VARIABLE, which gets its address. Its
// vectors count letters, so that texts with the same words are near; words of one meaning are made one before. As a
// model it takes finding 2 for none and quotes the first message.
func servesModel(ts *testscript.TestScript, _ bool, args []string) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/embeddings", func(w http.ResponseWriter, r *http.Request) {
		var request struct{ Input []string }
		_ = json.NewDecoder(r.Body).Decode(&request)
		var data []map[string]any
		for i, text := range request.Input {
			data = append(data, map[string]any{"index": i, "embedding": letters(text)})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	})
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, _ *http.Request) {
		answer := `{"wrong":[2],"rules":[{"at":1,"quote":"Fix the tests","rule":"Tests come first"},{"at":1,"quote":"never said","rule":"Made up"}]}`
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{
			map[string]any{"message": map[string]string{"content": answer}}}})
	})
	server := httptest.NewServer(mux)
	ts.Defer(server.Close)
	ts.Setenv(args[0], server.URL+"/v1")
}

// letters counts the letters of a text, for which one word stands for its synonym.
func letters(text string) []float64 {
	counts := make([]float64, 27)
	counts[26] = 1
	for _, r := range strings.ReplaceAll(strings.ToLower(text), "database engine", "sqlite badger store") {
		if r >= 'a' && r <= 'z' {
			counts[r-'a']++
		}
	}
	return counts
}
