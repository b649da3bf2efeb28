-- Opens a kernel as a user does and writes what the editor then knows to the file $RESULT.
-- Run by tilec/tests/lsp/clients.rs: nvim --headless -u NONE -c 'luafile test.lua' kernel.cu

local result = {}

local function write()
  vim.fn.writefile({ vim.fn.json_encode(result) }, vim.env.RESULT)
end

local function wait(what, condition)
  if not vim.wait(300000, condition, 50) then
    result.error = 'waited in vain for ' .. what
    write()
    vim.cmd('cquit 1')
  end
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 300000) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local function messages()
  local list = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, diagnostic.lnum .. ': ' .. diagnostic.message)
  end
  return list
end

require('tilec').setup({ cmd = { vim.env.TILEC, 'lsp' } })
vim.cmd('edit ' .. vim.env.KERNEL)
vim.cmd('set filetype=cuda')
local buffer = vim.api.nvim_get_current_buf()

wait('the mistake', function() return #vim.diagnostic.get(0) > 0 end)
result.mistake = messages()

-- Fix it by typing.
vim.cmd('normal! 5Gfzx')
wait('the mistake to go', function() return #vim.diagnostic.get(0) == 0 end)
result.line = vim.api.nvim_buf_get_lines(0, 4, 5, false)[1]

vim.api.nvim_win_set_cursor(0, { 4, 9 })
local hover = request('textDocument/hover', vim.lsp.util.make_position_params())
result.hover = hover and hover.contents.value

vim.api.nvim_win_set_cursor(0, { 5, 15 })
local params = vim.lsp.util.make_position_params()
local places = request('textDocument/definition', params)
result.definition = places and places[1].range.start.line
local completion = request('textDocument/completion', params)
result.completions = completion and #completion.items

params.newName = 'index'
vim.api.nvim_win_set_cursor(0, { 4, 9 })
params = vim.lsp.util.make_position_params()
params.newName = 'index'
local edit = request('textDocument/rename', params)
local client = vim.lsp.get_active_clients()[1]
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
result.renamed = vim.api.nvim_buf_get_lines(0, 3, 5, false)

require('tilec').emit('ptx', nil, buffer)
wait('PTX', function() return vim.bo.filetype == 'ptx' end)
result.ptx = vim.fn.search('.visible .entry', 'w') > 0

-- With the cursor on the store its instructions are marked, and they are where the cursor of the PTX is.
local ptx = vim.api.nvim_get_current_buf()
vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))
local function marked()
  local lines = {}
  local marks = vim.api.nvim_get_namespaces().tilec
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(ptx, marks, 0, -1, {})) do
    table.insert(lines, vim.api.nvim_buf_get_lines(ptx, mark[2], mark[2] + 1, false)[1])
  end
  return lines
end
vim.api.nvim_win_set_cursor(0, { 1, 0 })
vim.cmd('doautocmd CursorMoved')
result.marked_nothing = #marked()
vim.api.nvim_win_set_cursor(0, { 5, 4 })
vim.cmd('doautocmd CursorMoved')
result.marked = table.concat(marked(), '\n')
local at = vim.api.nvim_win_get_cursor(vim.fn.bufwinid(ptx))[1]
result.shown = vim.api.nvim_buf_get_lines(ptx, at - 1, at, false)[1]

-- The lenses above the kernel: what they are called, and what choosing one does.
vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))
vim.api.nvim_win_set_cursor(0, { 3, 0 })
vim.lsp.codelens.refresh()
wait('lenses', function() return #vim.lsp.codelens.get(buffer) > 2 end)
local chosen
vim.ui.select = function(items, _, act)
  result.lenses = {}
  for _, item in ipairs(items) do
    local title = item.lens.command and item.lens.command.title or ''
    table.insert(result.lenses, title)
    if title == chosen then
      act(item)
    end
  end
end
local typed
vim.fn.feedkeys = function(keys) typed = keys end
chosen = 'run on CPU'
vim.lsp.codelens.run()
wait('the command', function() return typed ~= nil end)
-- What stands behind the colon, with the arguments that a user would type.
local command = typed:gsub('^:terminal ', '') .. [['out:i32[32]>-' --arg i32=3]]
result.ran = vim.fn.system(command)
chosen = 'show tile IR'
vim.lsp.codelens.run()
wait('tile IR', function() return vim.bo.filetype == 'mlir' end)
result.tile_ir = vim.fn.search('entry @iotas', 'w') > 0 or vim.fn.search('entry @_Z5iotasPii', 'w') > 0

write()
vim.cmd('qall!')
