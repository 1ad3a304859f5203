package api_test

import (
	"net/http"
	"testing"
)

// An export is a file to save, never a page of this server.
func TestExportIsAFileToBeKept(t *testing.T) {
	m := newMachine(t)
	status, body, h := m.do(m.request(http.MethodGet, "/api/v1/sessions/claude/"+sessionID+"/export", ""))
	if status != http.StatusOK || string(body) == "" {
		t.Fatalf("%d %s", status, body)
	}
	if kind, kept := h.Get("Content-Type"), h.Get("Content-Disposition"); kind != "application/octet-stream" ||
		kept != "attachment; filename*=utf-8''session%20%C3%BC.html" {
		t.Errorf("it comes as %s, %s", kind, kept)
	}
	if status, p := m.problem("/api/v1/sessions/claude/" + sessionID +
		"/export?format=docx"); status != http.StatusUnprocessableEntity || p.Type != "wrong-usage" {
		t.Errorf("a format that there is not: %d %+v", status, p)
	}
}
