--- Neovim client of `tilec lsp`, from Neovim 0.7 on.
---
---   require('tilec').setup({ cmd = { 'tilec', 'lsp' } })
---
--- starts one server for each project when a CUDA file is opened, and defines `:TilecEmit`.

local M = {}

local defaults = {
  cmd = { 'tilec', 'lsp' },
  filetypes = { 'cuda' },
  -- What marks the folder of a project, nearest first.
  root_markers = { 'tilec.toml', 'compile_commands.json', '.git' },
  -- `flags`, `instantiate`, `inlayHints`: see docs/editor.md.
  init_options = {},
  on_attach = nil,
}

local options = defaults
local clients = {}

--- The nearest folder above `path` that has one of the markers.
local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local start = folder
  while true do
    for _, marker in ipairs(options.root_markers) do
      if vim.loop.fs_stat(folder .. '/' .. marker) then
        return folder
      end
    end
    local parent = vim.fn.fnamemodify(folder, ':h')
    if parent == folder then
      return start
    end
    folder = parent
  end
end

--- The client that serves a buffer, if there is one.
local function client_of(buffer)
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == 'tilec' then
      return client
    end
  end
end

--- Shows text in a split that is not for editing.
local function show(text, filetype)
  vim.cmd('botright vnew')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, '\n'))
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = filetype
  return buffer
end

local marks = vim.api.nvim_create_namespace('tilec')

--- Marks the lines of `made` that come from the line of the cursor in `source`, and shows the first.
local function mark(source, made, lines)
  local window = vim.fn.bufwinid(source)
  if window == -1 then
    return
  end
  local at = vim.api.nvim_win_get_cursor(window)[1] - 1
  vim.api.nvim_buf_clear_namespace(made, marks, 0, -1)
  local first
  for _, origin in ipairs(lines) do
    if origin.source == at then
      first = first or origin.line
      vim.api.nvim_buf_add_highlight(made, marks, 'Visual', origin.line, 0, -1)
    end
  end
  for _, other in ipairs(first and vim.fn.win_findbuf(made) or {}) do
    vim.api.nvim_win_set_cursor(other, { first + 1, 0 })
  end
end

--- Does so whenever the cursor moves, as long as the buffer is there.
local function follow(source, made, lines)
  mark(source, made, lines)
  vim.api.nvim_create_autocmd('CursorMoved', {
    buffer = source,
    callback = function()
      if not vim.api.nvim_buf_is_valid(made) then
        return true
      end
      mark(source, made, lines)
    end,
  })
end

--- Shows what the compiler makes of a buffer: `ast`, `typed`, `tir` or `ptx`.
--- With a kernel, as its name is in the source, that one alone.
function M.emit(kind, kernel, buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  local client = client_of(buffer)
  if not client then
    vim.notify('tilec: no server for this buffer', vim.log.levels.WARN)
    return
  end
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    kind = kind,
    kernel = kernel,
  }
  client.request('tilec/emit', params, function(error, result)
    if error then
      vim.notify('tilec: ' .. error.message, vim.log.levels.ERROR)
    else
      local made = show(result.text, kind == 'tir' and 'mlir' or kind)
      follow(buffer, made, result.lines)
    end
  end, buffer)
end

--- Starts the server for a buffer, or attaches the one of its project.
function M.attach(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if path == '' or vim.bo[buffer].buftype ~= '' then
    return
  end
  local root = root_of(path)
  if not clients[root] then
    clients[root] = vim.lsp.start_client({
      name = 'tilec',
      cmd = options.cmd,
      root_dir = root,
      init_options = options.init_options,
      on_attach = options.on_attach,
      commands = {
        ['tilec.emit'] = function(command)
          local uri, kernel, kind = unpack(command.arguments)
          M.emit(kind, kernel, vim.uri_to_bufnr(uri))
        end,
        ['tilec.run'] = function(command)
          local uri, kernel = unpack(command.arguments)
          -- What is run is the file.
          vim.api.nvim_buf_call(vim.uri_to_bufnr(uri), function()
            vim.cmd('silent update')
          end)
          local run = vim.fn.shellescape(vim.uri_to_fname(uri))
          local name = vim.fn.shellescape(kernel)
          vim.fn.feedkeys(':terminal ' .. options.cmd[1] .. ' run ' .. run
            .. ' --device cpu --kernel ' .. name .. ' --arg ', 'n')
        end,
      },
      on_exit = function()
        clients[root] = nil
      end,
    })
  end
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

function M.setup(given)
  options = vim.tbl_deep_extend('force', defaults, given or {})
  vim.filetype.add({ extension = { cu = 'cuda', cuh = 'cuda' } })
  local group = vim.api.nvim_create_augroup('tilec', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = options.filetypes,
    callback = function(event)
      M.attach(event.buf)
    end,
  })
  vim.api.nvim_create_user_command('TilecEmit', function(command)
    M.emit(command.fargs[1] or 'ptx', command.fargs[2])
  end, {
    nargs = '*',
    complete = function()
      return { 'ptx', 'tir', 'typed', 'ast' }
    end,
  })
end

return M
