"""A small transformer that trains with attention by a kernel, and with the framework's own: the losses are compared."""

import functools
import math

import tilec
from common import SOURCE

# How far the losses of a step may be apart, and by what part they fall.
TOLERANCE, FALL = 1e-4, 0.5
LAYERS, HEADS, LENGTH, SIZE, WORDS, BATCH, STEPS = 2, 2, 16, 16, 11, 8, 40


def curves(torch, device):
    attention = operator()
    ours = losses(torch, device, attention)
    own = functools.partial(torch.nn.functional.scaled_dot_product_attention, is_causal=True)
    theirs = losses(torch, device, own)
    worst = max(abs(a - b) for a, b in zip(ours, theirs))
    told = f"losses {ours[0]:.4f} to {ours[-1]:.4f} in {STEPS} steps, at most {worst:.1e} from those of PyTorch, {TOLERANCE:.0e} are allowed"
    assert ours[-1] < FALL * ours[0], told
    assert worst < TOLERANCE, told
    return told


@functools.lru_cache(maxsize=None)
def operator():
    import tilec.torch
    import torch

    return tilec.torch.custom_op(
        "tilec_checks::attention",
        tilec.compile(SOURCE, f"attention<{LENGTH}, {SIZE}>"),
        lambda q, k, v: torch.empty_like(q),
        grid=lambda q, k, v: q.numel() // (LENGTH * SIZE),
        backward=backward,
    )


def backward(context, gradient):
    """From the weights, which are computed again."""
    q, k, v = context.saved_tensors
    scale = 1 / math.sqrt(q.shape[-1])
    unseen = q.new_ones(q.shape[-2], q.shape[-2]).triu(1).bool()
    weights = (q @ k.transpose(-1, -2) * scale).masked_fill(unseen, -math.inf).softmax(-1)
    of_weights = gradient @ v.transpose(-1, -2)
    of_scores = weights * (of_weights - (of_weights * weights).sum(-1, keepdim=True)) * scale
    return of_scores @ k, of_scores.transpose(-1, -2) @ q, weights.transpose(-1, -2) @ gradient


def losses(torch, device, attend):
    """The loss of each step."""
    # The same numbers on each device.
    torch.manual_seed(0)
    text = torch.randint(WORDS, (BATCH, LENGTH + 1)).to(device)
    torch.manual_seed(1)
    model = transformer(torch, attend).to(device)
    optimizer, found = torch.optim.Adam(model.parameters(), 3e-3), []
    for _ in range(STEPS):
        loss = torch.nn.functional.cross_entropy(model(text[:, :-1]).flatten(0, 1), text[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


def transformer(torch, attend):
    nn, width = torch.nn, HEADS * SIZE

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
            self.project, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

        def forward(self, x):
            parts = self.project(self.before(x)).chunk(3, -1)
            q, k, v = (part.unflatten(-1, (HEADS, SIZE)).transpose(1, 2).contiguous() for part in parts)
            x = x + self.out(attend(q, k, v).transpose(1, 2).flatten(2))
            return x + self.mlp(self.between(x))

    class Transformer(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.places = nn.Embedding(WORDS, width), nn.Embedding(LENGTH, width)
            self.layers = nn.Sequential(*(Layer() for _ in range(LAYERS)))
            self.end, self.read = nn.LayerNorm(width), nn.Linear(width, WORDS)

        def forward(self, text):
            x = self.words(text) + self.places.weight
            return self.read(self.end(self.layers(x)))

    return Transformer()
