package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

type pictureInput struct {
	SessionInput
	SHA256 string `path:"sha256" maxLength:"64" doc:"the digest that the entry has of it" example:"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"`
}

type pictureOutput struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Sniff       string `header:"X-Content-Type-Options"`
	Policy      string `header:"Content-Security-Policy"`
	Body        []byte
}

func addPictures(s *server, to huma.API) {
	pictures := map[string]*huma.MediaType{"image/png": {}, "image/jpeg": {}, "image/gif": {}, "image/webp": {}}
	huma.Register(to, huma.Operation{
		OperationID: "get-attachment", Method: http.MethodGet, Path: "/sessions/{cli}/{id}/attachments/{sha256}",
		Tags:        []string{"sessions"},
		Summary:     "Read a picture of a session",
		Description: "PNG, JPEG, GIF or WebP by its own first bytes, 20 MB at most. Any other attachment is refused.",
		Responses:   map[string]*huma.Response{"200": {Description: "OK", Content: pictures}},
	}, s.picture)
}

func (s *server) picture(ctx context.Context, in *pictureInput) (*pictureOutput, error) {
	p, err := s.Model.Reader().Picture(ctx, in.CLI, in.ID, in.SHA256)
	if err != nil {
		return nil, s.problem(ctx, err)
	}
	return &pictureOutput{Type: p.MediaType, Disposition: "inline", Sniff: "nosniff",
		Policy: "default-src 'none'; sandbox", Body: p.Content}, nil
}
