package guard

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestAnswerHasOneStatus lets handlers fail after their response has begun.
func TestAnswerHasOneStatus(t *testing.T) {
	for name, c := range map[string]struct {
		begin func(w http.ResponseWriter)
		want  int
	}{
		"with a status": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusAccepted) }, http.StatusAccepted},
		"with text":     {func(w http.ResponseWriter) { _, _ = w.Write([]byte("text")) }, http.StatusOK},
		"with success":  {func(w http.ResponseWriter) { w.WriteHeader(http.StatusOK) }, http.StatusOK},
		"with a WebSocket": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusSwitchingProtocols) },
			http.StatusSwitchingProtocols},
		"with a status between": {func(w http.ResponseWriter) { w.WriteHeader(http.StatusEarlyHints) },
			http.StatusInternalServerError},
	} {
		recorder := httptest.NewRecorder()
		w := &statusWriter{ResponseWriter: recorder, status: http.StatusOK}
		c.begin(w)
		w.WriteHeader(http.StatusInternalServerError)
		if w.status != c.want {
			t.Errorf("%s: the status is %d, want %d", name, w.status, c.want)
		}
	}
}
