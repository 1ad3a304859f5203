package api

import (
	"context"
	"io"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

type exportInput struct {
	SessionInput
	Format string `query:"format" maxLength:"20" default:"html" doc:"as stead session export has it: html and md for people, universal, cusf and others for programs" example:"md"`
}

// exported is the media type of every export, whatever its format: a file to be saved. A page that contains a
// stranger's texts must not become one of this server's pages.
const exported = "application/octet-stream"

func addExport(s *server, to huma.API) {
	huma.Register(to, huma.Operation{
		OperationID: "export-session", Method: http.MethodGet, Path: "/sessions/{cli}/{id}/export",
		Tags:    []string{"sessions"},
		Summary: "Export a session as a file", Description: "Secrets are masked, unless the settings say otherwise.",
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{exported: {}}}},
	}, s.export)
}

func (s *server) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	file, err := s.Model.Reader().Export(ctx, in.CLI, in.ID, in.Format)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		defer file.Content.Close()
		c.SetHeader("Content-Type", exported)
		c.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
		_, _ = io.Copy(c.BodyWriter(), file.Content) // a client that has left needs no answer
	}}, nil
}
